import * as z from 'zod/mini';

/** The errors of contest days (see base/errors.ts). */
export const CONTEST_DAY_ERRORS = {
  CONTEST_DAY_NOT_FOUND: {
    status: 404,
    text: 'This contest day does not exist, or none of its elections covers your area.',
    details: z.object({}),
  },
  CONTEST_DAY_COUNTED: {
    status: 409,
    text: 'There are results of {elections}, so it stays in its contest day.',
    details: z.object({ elections: z.string() }),
  },
  ELECTION_IN_DAY: {
    status: 409,
    text: '{election} belongs to the contest day {day}, and to one only. Take it out of that day first.',
    details: z.object({ election: z.string(), day: z.string() }),
  },
} as const;
