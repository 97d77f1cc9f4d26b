import * as z from 'zod/mini';
import { Timestamp } from './common.ts';
import type { Role } from './roles.ts';

const bounded = (low: number, high: number) => z.number().check(z.int(), z.minimum(low), z.maximum(high));

/** Who changes the settings; whoever else may see them sees them read-only. */
export const SETTINGS_EDITORS = ['national_admin', 'global_moderator'] as const satisfies readonly Role[];

/** The organisation's settings and their bounds. Times in minutes, deadline in hours, thresholds in percent. */
export const Settings = z.object({
  general: z.object({
    systemName: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    timezone: z.enum(['Africa/Lagos', 'UTC']),
    dateFormat: z.enum(['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD']),
    language: z.literal('en'),
  }),
  security: z.object({
    sessionTimeout: bounded(5, 120),
    maxLoginAttempts: bounded(3, 10),
    passwordMinLength: bounded(6, 64),
    require2FA: z.boolean(),
    allowConcurrentSessions: z.boolean(),
  }),
  notifications: z.object({
    emailNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    alertThresholds: z.object({
      highTurnout: bounded(50, 100),
      lowTurnout: bounded(0, 50),
      resultDiscrepancy: bounded(1, 20),
    }),
    alertRules: z.object({
      /** Hours after voting closes at which wards with silent units are alerted of. */
      silentUnitsAfter: bounded(0, 48),
      /** Minutes after which an unacknowledged alert is brought before the level above. */
      escalateAfter: bounded(5, 1440),
    }),
  }),
  election: z.object({
    autoApprovalThreshold: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
    resultSubmissionDeadline: bounded(1, 72),
    allowLateSubmissions: z.boolean(),
    enableVerificationSystem: z.boolean(),
  }),
});
export type Settings = z.infer<typeof Settings>;

/** What holds until an administrator changes it. */
export const DEFAULT_SETTINGS: Settings = {
  general: { systemName: 'Election Console', timezone: 'Africa/Lagos', dateFormat: 'DD/MM/YYYY', language: 'en' },
  security: {
    sessionTimeout: 30,
    maxLoginAttempts: 5,
    passwordMinLength: 8,
    require2FA: true,
    allowConcurrentSessions: false,
  },
  notifications: {
    emailNotifications: true,
    smsNotifications: true,
    pushNotifications: true,
    alertThresholds: { highTurnout: 90, lowTurnout: 30, resultDiscrepancy: 5 },
    alertRules: { silentUnitsAfter: 3, escalateAfter: 30 },
  },
  election: {
    autoApprovalThreshold: 1000,
    resultSubmissionDeadline: 24,
    allowLateSubmissions: false,
    enableVerificationSystem: true,
  },
};

/** The settings, who changed them last, and what the reader may do with them. */
export const SettingsAnswer = z.extend(Settings, {
  /** Grows with every change; a save names the one that it began with. */
  version: z.number(),
  updatedAt: z.nullable(Timestamp),
  updatedBy: z.nullable(z.string()),
  can: z.object({ edit: z.boolean() }),
});
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

/** All settings as they are to be; refused where somebody else saved since `version`. */
export const SaveSettingsRequest = z.extend(Settings, { version: z.number() });
export type SaveSettingsRequest = z.infer<typeof SaveSettingsRequest>;
