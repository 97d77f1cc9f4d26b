import * as z from 'zod/mini';

const none = z.object({});
const named = z.object({ name: z.string() });

/** The errors of announcements (see errors.ts). */
export const ANNOUNCEMENT_ERRORS = {
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
  ANNOUNCEMENT_EXPIRY: {
    status: 400,
    text: 'An announcement expires after the present moment. Choose a later time.',
    details: none,
  },
  ANNOUNCEMENT_ROLE: {
    status: 400,
    text: '{role} stands above your area. Choose roles of your area.',
    details: z.object({ role: z.string() }),
  },
  ANNOUNCEMENT_LIMIT: {
    status: 429,
    text: 'You already sent {limit} announcements within an hour. Send the next one in {minutes} minutes.',
    details: z.object({ limit: z.number(), minutes: z.number() }),
  },
} as const;
