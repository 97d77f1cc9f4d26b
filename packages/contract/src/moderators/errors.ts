import * as z from 'zod/mini';

const named = z.object({ name: z.string() });

/** The errors of moderators (see base/errors.ts). */
export const MODERATOR_ERRORS = {
  NOT_A_MODERATOR: { status: 409, text: '{name} is not a moderator.', details: named },
} as const;
