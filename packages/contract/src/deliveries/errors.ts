import * as z from 'zod/mini';

/** The errors of deliveries (see base/errors.ts). */
export const DELIVERY_ERRORS = {
  MESSAGE_NOT_FAILED: {
    status: 409,
    text: 'This message is {status}, so it is not sent again.',
    details: z.object({ status: z.string() }),
  },
} as const;
