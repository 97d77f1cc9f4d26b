import * as z from 'zod/mini';

/** The errors of constituencies (see base/errors.ts). */
export const CONSTITUENCY_ERRORS = {
  CONSTITUENCY_IN_USE: {
    status: 409,
    text: 'The file changes the wards of a constituency in which results are counted: {elections}. Nothing was imported.',
    details: z.object({ elections: z.string() }),
  },
  CONSTITUENCY_WITHOUT_WARDS: {
    status: 409,
    text: 'The file leaves no ward to the constituencies of an election: {elections}. Nothing was imported.',
    details: z.object({ elections: z.string() }),
  },
} as const;
