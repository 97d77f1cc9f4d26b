import * as z from 'zod/mini';

/** The errors of uploads in parts (see base/errors.ts). */
export const UPLOAD_ERRORS = {
  UPLOAD_NOT_FOUND: {
    status: 404,
    text: 'This upload is not kept here any more. It begins anew by itself.',
    details: z.object({}),
  },
  UPLOAD_REFUSED: { status: 400, text: 'The upload was refused: {fault}.', details: z.object({ fault: z.string() }) },
  UPLOAD_ELSEWHERE: {
    status: 409,
    text: '{received} of {size} bytes have arrived. The upload goes on from there.',
    details: z.object({ received: z.number(), size: z.number() }),
  },
} as const;
