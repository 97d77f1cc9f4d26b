import * as z from 'zod/mini';

const none = z.object({});
const named = z.object({ name: z.string() });

/** The errors of requests and second approvals (see base/errors.ts). */
export const APPROVAL_ERRORS = {
  SECOND_PERSON_MISSING: {
    status: 409,
    text: 'Another National Admin or Super Admin must approve this, and none who may is active besides you and the person it is about. Activate or bring in one first, or ask the operator of the server (docs/operations.md, "A second person").',
    details: none,
  },
  PASSWORD_OF_OWNER: {
    status: 403,
    text: 'The password of a {role} is set by its owner alone: "Forgot password" at sign-in sends a code to their phone where an SMS gateway is set up. For another phone, change the number; a second person approves that.',
    details: z.object({ role: z.string() }),
  },
  REQUEST_EXISTS: {
    status: 409,
    text: 'A request about {name} is already waiting for a decision.',
    details: named,
  },
  REQUEST_DECIDED: {
    status: 409,
    text: 'This request is {status} already.',
    details: z.object({ status: z.string() }),
  },
  REQUEST_TARGET_GONE: {
    status: 409,
    text: 'The person whom this request is about is no longer a user. Reject the request.',
    details: none,
  },
  REQUESTER_UNFIT: {
    status: 409,
    text: 'The person who raised this request is no longer active or may not ask for it any more. Reject it; a user who may request it can raise it again.',
    details: none,
  },
  OWN_REQUEST: { status: 403, text: 'You raised this request, so another user must decide on it.', details: none },
  NOT_YOUR_APPROVAL: { status: 403, text: 'Another user decides on this request.', details: none },
  NOT_YOUR_REQUEST: { status: 403, text: 'Only the user who raised this request can do that.', details: none },
  NOTHING_ASKED: { status: 409, text: 'No information is requested in this request.', details: none },
} as const;
