import * as z from 'zod/mini';
import { Timestamp } from './common.ts';
import type { Role } from './roles.ts';

/** Least and most of each number among the settings, by its name; the schema checks by them and the screens show them. */
export const SETTINGS_BOUNDS = {
  sessionTimeout: { low: 5, high: 120 },
  maxLoginAttempts: { low: 3, high: 10 },
  passwordMinLength: { low: 6, high: 64 },
  highTurnout: { low: 50, high: 100 },
  lowTurnout: { low: 0, high: 50 },
  resultDiscrepancy: { low: 1, high: 20 },
  silentUnitsAfter: { low: 0, high: 48 },
  escalateAfter: { low: 5, high: 1440 },
  autoApprovalThreshold: { low: 0, high: 1_000_000 },
  resultSubmissionDeadline: { low: 1, high: 72 },
} as const satisfies Record<string, { low: number; high: number }>;

export const SYSTEM_NAME_LONGEST = 80;
export const TIMEZONES = ['Africa/Lagos', 'UTC'] as const;
export const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;

function bounded(name: keyof typeof SETTINGS_BOUNDS) {
  const { low, high } = SETTINGS_BOUNDS[name];
  const text = `Enter a whole number from ${low} to ${high}`;
  return z.number(text).check(z.int(text), z.minimum(low, text), z.maximum(high, text));
}

/** Who changes the settings; whoever else may see them sees them read-only. */
export const SETTINGS_EDITORS = ['national_admin', 'global_moderator'] as const satisfies readonly Role[];

/** The organisation's settings and their bounds. Times in minutes, deadline in hours, thresholds in percent. */
export const Settings = z.object({
  general: z.object({
    systemName: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a name'),
        z.maxLength(SYSTEM_NAME_LONGEST, `Enter at most ${SYSTEM_NAME_LONGEST} characters`),
        z.regex(/^\P{Cc}*$/u, 'Write it on one line'),
      ),
    timezone: z.enum(TIMEZONES),
    dateFormat: z.enum(DATE_FORMATS),
    language: z.literal('en'),
  }),
  security: z.object({
    sessionTimeout: bounded('sessionTimeout'),
    maxLoginAttempts: bounded('maxLoginAttempts'),
    passwordMinLength: bounded('passwordMinLength'),
    require2FA: z.boolean(),
    allowConcurrentSessions: z.boolean(),
  }),
  notifications: z.object({
    emailNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    alertThresholds: z.object({
      highTurnout: bounded('highTurnout'),
      lowTurnout: bounded('lowTurnout'),
      resultDiscrepancy: bounded('resultDiscrepancy'),
    }),
    alertRules: z.object({
      /** Hours after voting closes at which wards with silent units are alerted of. */
      silentUnitsAfter: bounded('silentUnitsAfter'),
      /** Minutes after which an unacknowledged alert is brought before the level above. */
      escalateAfter: bounded('escalateAfter'),
    }),
  }),
  election: z.object({
    autoApprovalThreshold: bounded('autoApprovalThreshold'),
    resultSubmissionDeadline: bounded('resultSubmissionDeadline'),
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
