import * as z from 'zod/mini';
import { Timestamp } from '../base/common.ts';
import { nameChecks } from '../base/names.ts';
import type { Role } from '../permissions/roles.ts';

/** Minimum and maximum of each numeric setting by name, for the schema and the screens. */
export const SETTINGS_BOUNDS = {
  sessionTimeout: { low: 5, high: 120 },
  maxLoginAttempts: { low: 3, high: 10 },
  passwordMinLength: { low: 6, high: 64 },
  highTurnout: { low: 50, high: 100 },
  lowTurnout: { low: 0, high: 50 },
  lowTurnoutOfMedian: { low: 10, high: 100 },
  resultDiscrepancy: { low: 1, high: 20 },
  silentUnitsAfter: { low: 0, high: 48 },
  escalateAfter: { low: 5, high: 1440 },
  autoApprovalThreshold: { low: 0, high: 1_000_000 },
  resultSubmissionDeadline: { low: 1, high: 72 },
  takeoverAfter: { low: 1, high: 24 },
} as const satisfies Record<string, { low: number; high: number }>;

export const SYSTEM_NAME_LONGEST = 80;
export const TIMEZONES = ['Africa/Lagos', 'UTC'] as const;
export const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'] as const;

function bounded(name: keyof typeof SETTINGS_BOUNDS) {
  const { low, high } = SETTINGS_BOUNDS[name];
  const text = `Enter a whole number from ${low} to ${high}`;
  return z.number(text).check(z.int(text), z.minimum(low, text), z.maximum(high, text));
}

/** The roles that change the settings; others with access read them. */
export const SETTINGS_EDITORS = ['national_admin', 'global_moderator'] as const satisfies readonly Role[];

/**
 * How officers' phones send the photo of a sheet. `copy_first`: a copy for the slow network at once, the original on Wi-Fi or
 * when a reviewer asks; `copy_only`: the original never; `original`: no copy.
 */
export const PhotoSending = z.enum(['original', 'copy_first', 'copy_only']);
export type PhotoSending = z.infer<typeof PhotoSending>;

/** Nothing, a short code, or a phone number. */
const SMS_NUMBER = /^(\+?\d{3,15})?$/;

/** The organisation's settings and their bounds. Times in minutes, deadline in hours, thresholds in percent. */
export const Settings = z.strictObject({
  general: z.strictObject({
    systemName: z
      .string()
      .check(
        ...nameChecks(),
        z.minLength(1, 'Enter a name'),
        z.maxLength(SYSTEM_NAME_LONGEST, `Enter at most ${SYSTEM_NAME_LONGEST} characters`),
      ),
    timezone: z.enum(TIMEZONES),
    dateFormat: z.enum(DATE_FORMATS),
    language: z.literal('en'),
  }),
  security: z.strictObject({
    sessionTimeout: bounded('sessionTimeout'),
    maxLoginAttempts: bounded('maxLoginAttempts'),
    passwordMinLength: bounded('passwordMinLength'),
    require2FA: z.boolean(),
    allowConcurrentSessions: z.boolean(),
  }),
  notifications: z.strictObject({
    emailNotifications: z.boolean(),
    smsNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    alertThresholds: z.strictObject({
      highTurnout: bounded('highTurnout'),
      lowTurnout: bounded('lowTurnout'),
      /** Percent of the median of the area, below which low turnout also has to be. */
      lowTurnoutOfMedian: z._default(bounded('lowTurnoutOfMedian'), 50),
      resultDiscrepancy: bounded('resultDiscrepancy'),
    }),
    alertRules: z.strictObject({
      /** Hours after the end of voting when alerts for wards with silent units are raised. */
      silentUnitsAfter: bounded('silentUnitsAfter'),
      /** Minutes after which an unacknowledged alert is escalated. */
      escalateAfter: bounded('escalateAfter'),
    }),
  }),
  election: z.strictObject({
    autoApprovalThreshold: bounded('autoApprovalThreshold'),
    resultSubmissionDeadline: bounded('resultSubmissionDeadline'),
    /** Hours that a result waits before its officer may ask an admin above the ward to take it over. */
    takeoverAfter: z._default(bounded('takeoverAfter'), 2),
    allowLateSubmissions: z.boolean(),
    enableVerificationSystem: z.boolean(),
    photoSending: z._default(PhotoSending, 'copy_first'),
    /** The short code or phone number that takes results by SMS; empty if there is none. */
    resultSmsNumber: z._default(
      z.string().check(z.trim(), z.regex(SMS_NUMBER, 'Enter a short code or a phone number, digits only')),
      '',
    ),
  }),
});
export type Settings = z.infer<typeof Settings>;

/** The default settings. */
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
    alertThresholds: { highTurnout: 90, lowTurnout: 30, lowTurnoutOfMedian: 50, resultDiscrepancy: 5 },
    alertRules: { silentUnitsAfter: 3, escalateAfter: 30 },
  },
  election: {
    autoApprovalThreshold: 1000,
    resultSubmissionDeadline: 24,
    takeoverAfter: 2,
    allowLateSubmissions: false,
    enableVerificationSystem: true,
    photoSending: 'copy_first',
    resultSmsNumber: '',
  },
};

const about = {
  updatedAt: z.nullable(Timestamp),
  updatedBy: z.nullable(z.string()),
  can: z.strictObject({ edit: z.boolean() }),
};

/** The settings, their last author, and what the reader can do with them. */
export const SettingsAnswer = z.extend(Settings, {
  /** Increases with every change; a save names the version it started from. */
  version: z.number(),
  ...about,
});
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

/** All settings; refused if another user saved since `version`. The whole answer may be sent back: its additional fields are ignored. */
export const SaveSettingsRequest = z.extend(Settings, {
  version: z.number(),
  updatedAt: z.optional(about.updatedAt),
  updatedBy: z.optional(about.updatedBy),
  can: z.optional(about.can),
});
export type SaveSettingsRequest = z.infer<typeof SaveSettingsRequest>;
