import * as z from 'zod/mini';

const bounded = (low: number, high: number) => z.number().check(z.int(), z.minimum(low), z.maximum(high));

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
  },
  election: {
    autoApprovalThreshold: 1000,
    resultSubmissionDeadline: 24,
    allowLateSubmissions: false,
    enableVerificationSystem: true,
  },
};
