import * as z from 'zod/mini';

const none = z.object({});

/** The errors of results (see base/errors.ts). */
export const RESULT_ERRORS = {
  UNIT_NOT_YOURS: { status: 404, text: 'This polling unit is not the one you are assigned to.', details: none },
  UNIT_NOT_COVERED: { status: 409, text: 'This polling unit is not part of the election.', details: none },
  UNIT_NOT_ASSIGNED: {
    status: 409,
    text: 'You are not assigned to a polling unit. Ask your ward administrator.',
    details: none,
  },
  UNKNOWN_PARTY: {
    status: 400,
    text: '{parties}: not on the ballot of this election.',
    details: z.object({ parties: z.string() }),
  },
  MISSING_PARTY: {
    status: 400,
    text: '{parties}: no votes given. Enter 0 where the sheet shows none.',
    details: z.object({ parties: z.string() }),
  },
  VOTES_ALL_ZERO: {
    status: 400,
    text: 'All votes are zero. If the sheet really shows no votes, confirm it and send again.',
    details: none,
  },
  BOXES_REQUIRED: { status: 400, text: 'This election asks for the full EC8A. Fill in boxes 3 to 8.', details: none },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    text: 'The submission has no key. Reload the page and send again.',
    details: none,
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    text: 'This submission key was already used for other figures. Nothing was stored.',
    details: none,
  },
  NO_ORIGINAL_AWAITED: {
    status: 409,
    text: 'There is no other photo of this version to ask for: none was declared, or it is here already.',
    details: none,
  },
  RESULT_FINAL: {
    status: 409,
    text: 'The result of this unit is {status}. It can only be changed through a dispute.',
    details: z.object({ status: z.string() }),
  },
  NEWER_VERSION: {
    status: 409,
    text: 'Version {version} of this result, sent at {at} from another device, has other figures. Nothing was replaced: compare both with the paper sheet, then send again.',
    details: z.object({ version: z.number(), at: z.string() }),
  },
  RESULT_TRANSITION: {
    status: 409,
    text: 'The result is {status} now. It cannot be {action}.',
    details: z.object({ status: z.string(), action: z.string() }),
  },
  OWN_RESULT: { status: 403, text: 'You entered this version, so another user must decide on it.', details: none },
  CONTROLS_SENDER: {
    status: 403,
    text: 'You {act} the account that sent this version within this election, so another administrator of the area decides on it.',
    details: z.object({ act: z.string() }),
  },
  SENT_FROM_YOUR_DEVICE: {
    status: 403,
    text: 'This version was sent from the device that you are using, so another administrator of the area decides on it.',
    details: none,
  },
  NOT_YOUR_DECISION: { status: 403, text: 'The ward administrator decides on this result.', details: none },
  TAKEN_OVER: {
    status: 409,
    text: '{name}, {role}, has taken over this result and decides on it.',
    details: z.object({ name: z.string(), role: z.string() }),
  },
  TAKEOVER_NOT_NEEDED: {
    status: 409,
    text: 'You may decide on this result without taking it over. Reload the page.',
    details: none,
  },
  TAKEOVER_TOO_EARLY: {
    status: 409,
    text: 'A takeover can be requested when the result has waited {hours} hours. Call your ward administrator until then.',
    details: z.object({ hours: z.number() }),
  },
  OVER_VOTING_NOT_VERIFIABLE: {
    status: 409,
    text: 'Votes exceed accredited voters: cancel this result or return it for correction.',
    details: none,
  },
  CANCEL_WITHOUT_GROUND: {
    status: 409,
    text: 'Only a result with more votes than accredited voters, or one in dispute, can be cancelled.',
    details: none,
  },
  PHOTO_AWAITED: {
    status: 409,
    text: 'The photo of the sheet has not arrived yet. Write in the comment what you verified the figures by, or wait for the photo.',
    details: none,
  },
  SHEET_NOT_FOUND: { status: 400, text: 'The sheet photo was not found. Attach it again.', details: none },
} as const;
