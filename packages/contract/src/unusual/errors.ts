import * as z from 'zod/mini';

const none = z.object({});

/** The errors of unusual results (see base/errors.ts). */
export const UNUSUAL_ERRORS = {
  UNUSUAL_NOT_FOUND: {
    status: 409,
    text: 'This check no longer marks the unit. The figures around it changed.',
    details: none,
  },
  UNUSUAL_STEP: {
    status: 409,
    text: 'Another user closed or reopened this in the meantime.',
    details: none,
  },
  UNUSUAL_NOT_EXPLAINED: {
    status: 409,
    text: 'Close with an explanation first: {checks}. In this election such a result is verified after that.',
    details: z.object({ checks: z.string() }),
  },
  EARLIER_NOT_FOUND: {
    status: 404,
    text: 'This earlier election is not stored. Reload the page and choose another one.',
    details: none,
  },
  EARLIER_MISSING: {
    status: 400,
    text: 'A check beside an earlier election is on. Choose the earlier election, or switch the check off.',
    details: none,
  },
} as const;
