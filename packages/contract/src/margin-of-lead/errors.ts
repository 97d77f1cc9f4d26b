import * as z from 'zod/mini';

const none = z.object({});

/** The errors of units that did not hold (see base/errors.ts). */
export const MARGIN_OF_LEAD_ERRORS = {
  UNIT_ALREADY_AFFECTED: {
    status: 409,
    text: 'This unit is recorded already in this election. Edit that record instead.',
    details: none,
  },
  UNIT_NOT_IN_ELECTION: {
    status: 400,
    text: 'The election does not cover this polling unit. Choose a unit that it covers.',
    details: none,
  },
  AFFECTED_UNIT_WITHDRAWN: {
    status: 409,
    text: 'This record was withdrawn. Record the unit again if it did not hold.',
    details: none,
  },
  ELECTION_NOT_COUNTED: {
    status: 409,
    text: 'Units are recorded while an election is live or completed. This one is {status}.',
    details: z.object({ status: z.string() }),
  },
} as const;
