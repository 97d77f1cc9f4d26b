import * as z from 'zod/mini';

const none = z.object({});

/** The errors of audit log, alerts, security, settings, reports and deliveries (see errors.ts). */
export const OVERSIGHT_ERRORS = {
  ALERT_ACKNOWLEDGED: {
    status: 409,
    text: '{name} acknowledged this alert in the meantime. Reload to see the note.',
    details: z.object({ name: z.string() }),
  },
  ALERT_OWNER: {
    status: 400,
    text: 'An alert is given to an active administrator whose area holds its place.',
    details: none,
  },
  SETTINGS_CHANGED: {
    status: 409,
    text: '{name} saved the settings in the meantime. Reload them; what you typed is not stored.',
    details: z.object({ name: z.string() }),
  },
  OWN_SESSION: { status: 409, text: 'This is the session you work in. Use Sign out instead.', details: none },
  NOT_LOCKED: { status: 409, text: 'This account is not locked any more.', details: none },
  REPORT_ROLE: {
    status: 403,
    text: 'Your role may not run the report {report}.',
    details: z.object({ report: z.string() }),
  },
  REPORT_PARAMETER: {
    status: 400,
    text: '{parameter}: {problem}',
    details: z.object({ parameter: z.string(), problem: z.string() }),
  },
  REPORT_NOT_READY: {
    status: 409,
    text: 'This report is {status}. It can be downloaded once it is completed.',
    details: z.object({ status: z.string() }),
  },
  REPORT_EXPIRED: {
    status: 410,
    text: 'The files of this report were removed at the end of their time. Run it again.',
    details: none,
  },
  REPORT_LIMIT: {
    status: 429,
    text: 'You already have {limit} reports in the queue. Wait until one has ended.',
    details: z.object({ limit: z.number() }),
  },
  MESSAGE_NOT_FAILED: {
    status: 409,
    text: 'This message is {status}, so it is not sent again.',
    details: z.object({ status: z.string() }),
  },
  NO_EMAIL: { status: 409, text: 'Your account has no e-mail address. Ask for one to be added.', details: none },
} as const;
