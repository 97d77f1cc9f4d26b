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
} as const;
