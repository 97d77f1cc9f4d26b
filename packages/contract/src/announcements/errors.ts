import * as z from 'zod/mini';

const named = z.object({ name: z.string() });

/** The errors of announcements (see errors.ts). */
export const ANNOUNCEMENT_ERRORS = {
  ANNOUNCEMENT_KEY_REQUIRED: {
    status: 400,
    text: 'The announcement has no key. Reload the page and send it again.',
    details: z.object({}),
  },
  ANNOUNCEMENT_KEY_CONFLICT: {
    status: 409,
    text: 'This key was already used for another announcement. Nothing was sent.',
    details: z.object({}),
  },
  ANNOUNCEMENT_CHANGED: {
    status: 409,
    text: '{name} changed this announcement in the meantime. Reload it; what you typed is not stored.',
    details: named,
  },
  ANNOUNCEMENT_WITHDRAWN: {
    status: 409,
    text: '{name} withdrew this announcement. It can be read, but not changed any more.',
    details: named,
  },
  ANNOUNCEMENT_LIMIT: {
    status: 429,
    text: 'You already sent {limit} announcements within an hour. Send the next one in {minutes} minutes.',
    details: z.object({ limit: z.number(), minutes: z.number() }),
  },
} as const;
