import * as z from 'zod/mini';

const none = z.object({});

/** The errors of wall screens (see base/errors.ts). */
export const WALL_ERRORS = {
  WALL_ONLY: { status: 403, text: 'A wall screen shows the situation room and nothing else.', details: none },
  WALL_ENDED: {
    status: 401,
    text: 'This wall screen has ended. Start a new one from the situation room.',
    details: none,
  },
  WALL_LIMIT: {
    status: 409,
    text: 'You already have {limit} wall screens running. End one that is not needed any more.',
    details: z.object({ limit: z.number() }),
  },
} as const;
