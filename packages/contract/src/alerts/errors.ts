import * as z from 'zod/mini';

const none = z.object({});

/** The errors of alerts (see base/errors.ts). */
export const ALERT_ERRORS = {
  ALERT_ACKNOWLEDGED: {
    status: 409,
    text: '{name} acknowledged this alert in the meantime. Reload to see the note.',
    details: z.object({ name: z.string() }),
  },
  ALERT_KEY_CONFLICT: {
    status: 409,
    text: 'This key was already used for another alert. Nothing was raised.',
    details: none,
  },
  ALERT_RESOLVED: {
    status: 409,
    text: 'This alert was resolved in the meantime. There is nothing to acknowledge.',
    details: none,
  },
  ALERT_BULK_MOST: {
    status: 409,
    text: '{count} alerts are more than can be changed at the same time, which are {most}. Narrow the filters, or choose fewer groups.',
    details: z.object({ count: z.number(), most: z.number() }),
  },
  ALERT_UNDO_OVER: {
    status: 409,
    text: 'This change was undone before, or the time to undo it is over. Change the alerts one by one.',
    details: none,
  },
  ALERT_OWNER: {
    status: 400,
    text: 'An alert is given to an active administrator whose area holds its place.',
    details: none,
  },
} as const;
