import * as z from 'zod/mini';

const none = z.object({});
const named = z.object({ name: z.string() });

/** The errors of disputes (see base/errors.ts). */
export const DISPUTE_ERRORS = {
  DISPUTE_FOR_LEVEL_ABOVE: {
    status: 403,
    text: 'A dispute is resolved by an administrator above the person who raised it, within whose area the unit lies.',
    details: none,
  },
  DISPUTE_RESOLVED: { status: 409, text: 'This dispute is resolved already. Reload to see how.', details: none },
  ASSIGNEE_UNFIT: {
    status: 409,
    text: '{name} could not resolve this dispute. Choose an administrator above the person who raised it, in charge of the unit.',
    details: named,
  },
  ATTACHMENT_NOT_FOUND: { status: 400, text: 'The attached picture was not found. Attach it again.', details: none },
} as const;
