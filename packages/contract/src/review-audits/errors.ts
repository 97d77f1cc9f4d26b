import * as z from 'zod/mini';

const none = z.object({});
const verified = z.object({ verified: z.number() });

/** The errors of review audits (see base/errors.ts). */
export const REVIEW_AUDIT_ERRORS = {
  REVIEW_AUDIT_NOT_FOUND: { status: 404, text: 'This review audit does not exist.', details: none },
  REVIEW_AUDIT_BEYOND_AREA: {
    status: 403,
    text: 'An audit is of all verified sheets of an election, and your area holds only a part of this one.',
    details: none,
  },
  REVIEW_AUDIT_OPEN: {
    status: 409,
    text: 'A review audit of this election is open. Close it before you draw another one.',
    details: none,
  },
  REVIEW_AUDIT_CLOSED: {
    status: 409,
    text: 'This review audit is closed and does not change any more.',
    details: none,
  },
  REVIEW_AUDIT_NOTHING: {
    status: 409,
    text: 'This election has no verified official sheet yet. Draw after results were verified.',
    details: none,
  },
  REVIEW_AUDIT_SIZE: {
    status: 409,
    text: 'The draw is from {verified} verified sheets. Draw at most as many.',
    details: verified,
  },
  REVIEW_AUDIT_EXTENSION: {
    status: 409,
    text: 'This audit is extended only after errors appeared, and to more sheets than the {sheets} that are drawn.',
    details: z.object({ sheets: z.number() }),
  },
  REVIEW_AUDIT_REASON: {
    status: 400,
    text: 'This audit does not give the bound asked for. Say why it is closed; the reason is printed.',
    details: none,
  },
} as const;
