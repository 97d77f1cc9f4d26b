import * as z from 'zod/mini';

const none = z.object({});

/** The errors of alerts (see base/errors.ts). */
export const ALERT_ERRORS = {
  ALERT_ACKNOWLEDGED: {
    status: 409,
    text: '{name} acknowledged this alert in the meantime. Reload to see the note.',
    details: z.object({ name: z.string() }),
  },
  ALERT_RESOLVED: {
    status: 409,
    text: 'What this alert is about was over by itself in the meantime. There is nothing to acknowledge.',
    details: none,
  },
  ALERT_OWNER: {
    status: 400,
    text: 'An alert is given to an active administrator whose area holds its place.',
    details: none,
  },
} as const;
