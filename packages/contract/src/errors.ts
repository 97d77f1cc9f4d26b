import * as z from 'zod/mini';
import { ANNOUNCEMENT_ERRORS } from './announcement-errors.ts';
import { CHAT_ERRORS } from './chat-errors.ts';
import { GEOGRAPHY_ERRORS } from './geography-errors.ts';
import { OVERSIGHT_ERRORS } from './oversight-errors.ts';

const none = z.object({});
const seconds = z.object({ seconds: z.number() });
const named = z.object({ name: z.string() });

interface ErrorRow {
  status: number;
  /** What happened and what to do; `{detail}` is filled from the details. */
  text: string;
  details: z.ZodMiniObject;
}

/** Every error the API answers: its HTTP status, its sentence, and the shape of its details. */
export const ERRORS = {
  // the request itself
  VALIDATION_FAILED: {
    status: 400,
    text: 'Some of what was sent is not valid. Check the marked fields.',
    details: none,
  },
  MALFORMED_REQUEST: {
    status: 400,
    text: 'The request could not be read. Check its form and try again.',
    details: none,
  },
  BODY_TOO_LARGE: { status: 413, text: 'The request is larger than the server accepts.', details: none },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, text: 'The server does not read this kind of content here.', details: none },
  NOT_FOUND: { status: 404, text: 'This does not exist, or it is outside your area.', details: none },
  TOO_MANY_REQUESTS: { status: 429, text: 'Too many attempts. Try again in {seconds} seconds.', details: seconds },
  INTERNAL: {
    status: 500,
    text: 'Something went wrong on the server. Nothing was stored. Try again; if it stays, give the administrator the request number.',
    details: none,
  },
  UNAVAILABLE: {
    status: 503,
    text: 'The service is not available for the moment. Nothing was stored. Try again shortly.',
    details: none,
  },
  CONFLICT: { status: 409, text: 'Somebody else changed this at the same time. Reload and try again.', details: none },
  IN_USE: {
    status: 409,
    text: '{name} is still in use: {reason}.',
    details: z.object({
      name: z.string(),
      reason: z.string(),
      /** How many of each kind are in the way. */
      uses: z.optional(z.record(z.string(), z.number())),
    }),
  },

  // sign-in and sessions
  UNAUTHENTICATED: { status: 401, text: 'Sign in to continue.', details: none },
  SESSION_ENDED: { status: 401, text: 'Your session has ended. Sign in again.', details: none },
  REFRESH_IN_FLIGHT: {
    status: 409,
    text: 'Your session is being renewed at this moment. Try again in a few seconds.',
    details: none,
  },
  BAD_CREDENTIALS: { status: 401, text: 'The phone number or the password is wrong.', details: none },
  BAD_CODE: { status: 401, text: 'The verification code is wrong or has expired.', details: none },
  ACCOUNT_LOCKED: {
    status: 423,
    text: 'Too many failed attempts. The account is locked for {minutes} minutes.',
    details: z.object({ minutes: z.number() }),
  },
  ACCOUNT_INACTIVE: { status: 403, text: 'This account is not active. Contact your administrator.', details: none },
  PASSWORD_CHANGE_REQUIRED: { status: 403, text: 'Change your password before you continue.', details: none },
  PASSWORD_TOO_SHORT: {
    status: 400,
    text: 'Password must be at least {n} characters long',
    details: z.object({ n: z.number() }),
  },
  WRONG_PASSWORD: { status: 400, text: 'The current password is wrong.', details: none },
  PASSWORD_UNCHANGED: { status: 400, text: 'The new password is the old one. Choose another.', details: none },
  PASSWORD_TOO_COMMON: {
    status: 400,
    text: 'This password is one of those that are tried first. Choose another, such as three words that do not belong together.',
    details: none,
  },
  PASSWORD_TOO_PERSONAL: {
    status: 400,
    text: 'A password made of {what} is easily guessed. Choose another, such as three words that do not belong together.',
    details: z.object({ what: z.string() }),
  },
  BAD_RESET_CODE: { status: 400, text: 'The reset code is wrong or has expired. Request a new one.', details: none },
  BAD_PHONE: { status: 400, text: 'This is not a Nigerian mobile number. Write it like 0803 123 4567.', details: none },

  // access
  ROLE_DENIED: {
    status: 403,
    text: "You don't have permission to access this section.",
    details: z.object({ required: z.array(z.string()) }),
  },
  MODULE_DENIED: {
    status: 403,
    text: "You don't have permission to access this module: {module}",
    details: z.object({ module: z.string() }),
  },
  LEVEL_DENIED: {
    status: 403,
    text: 'You have {held} access but {needed} access is required for this module.',
    details: z.object({ held: z.string(), needed: z.string() }),
  },
  NOT_PERMITTED: {
    status: 403,
    text: "You don't have permission to {action}.",
    details: z.object({ action: z.string() }),
  },
  PRIVILEGE_DENIED: {
    status: 403,
    text: "You don't have permission to {action} {resource}.",
    details: z.object({ action: z.string(), resource: z.string() }),
  },
  ELECTION_MODE_REQUIRED: {
    status: 403,
    text: 'This section is only available when election mode is active.',
    details: none,
  },

  WALL_ONLY: { status: 403, text: 'A wall screen shows the situation room and nothing else.', details: none },
  WALL_ENDED: {
    status: 401,
    text: 'This wall screen has ended. Start a new one from the situation room.',
    details: none,
  },
  WALL_LIMIT: {
    status: 409,
    text: 'You already have {limit} wall screens running. End one that is not needed any more.',
    details: z.object({ limit: z.number() }),
  },

  // the person's own account
  BAD_INVITE: {
    status: 400,
    text: 'The phone number or the invite code is wrong, or the code was used or has expired. Ask your administrator.',
    details: none,
  },
  BAD_AUTHENTICATOR_CODE: {
    status: 400,
    text: 'The code does not match. Enter the one your authenticator app shows now.',
    details: none,
  },
  TWO_FACTOR_STATE: {
    status: 409,
    text: 'Two-step sign-in is {state} already.',
    details: z.object({ state: z.string() }),
  },
  TWO_FACTOR_NOT_STARTED: {
    status: 409,
    text: 'The enrolment was not started or took too long. Start again with a new QR code.',
    details: none,
  },
  TWO_FACTOR_REQUIRED: {
    status: 409,
    text: 'The organisation requires two-step sign-in of everybody, so it cannot be switched on or off here.',
    details: none,
  },

  // users and approvals
  OFFICE_TAKEN: {
    status: 409,
    text: 'A {role} already exists for {level}: {place}. Please delete the existing admin first.',
    details: z.object({ role: z.string(), level: z.string(), place: z.string() }),
  },
  PHONE_IN_USE: { status: 409, text: 'This phone number is already in use by another user.', details: none },
  ROLE_NOT_ASSIGNABLE: {
    status: 403,
    text: 'You may not give the role {role}.',
    details: z.object({ role: z.string() }),
  },
  LOCATION_CHAIN: {
    status: 400,
    text: '{place} does not lie in {parent}. Choose the location again.',
    details: z.object({ place: z.string(), parent: z.string() }),
  },
  ASSIGNMENT_INCOMPLETE: {
    status: 400,
    text: 'Choose the {level} of the {role}.',
    details: z.object({ role: z.string(), level: z.string() }),
  },
  NOT_BELOW_YOU: { status: 403, text: 'You may act only on people below your own level in your area.', details: none },
  USER_STATE: {
    status: 409,
    text: '{name} is {status}, so this cannot be done.',
    details: z.object({ name: z.string(), status: z.string() }),
  },
  JUSTIFICATION_REQUIRED: {
    status: 400,
    text: 'Justification is required and must be at least 10 characters long',
    details: none,
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
  OWN_REQUEST: { status: 403, text: 'You raised this request, so somebody else must decide on it.', details: none },
  NOT_YOUR_APPROVAL: { status: 403, text: 'Somebody else decides on this request.', details: none },
  NOT_YOUR_REQUEST: { status: 403, text: 'Only whoever raised this request can do that.', details: none },
  NOTHING_ASKED: { status: 409, text: 'No information is being asked for in this request.', details: none },
  PICTURE_NOT_IMAGE: { status: 415, text: 'Please select an image file', details: none },
  USER_IMPORT_UNREADABLE: {
    status: 400,
    text: '{reason} Nothing was imported.',
    details: z.object({ reason: z.string() }),
  },
  USER_IMPORT_REFUSED: {
    status: 400,
    text: 'Of {rows} rows {refused} cannot be imported, so none was imported.',
    details: z.object({ rows: z.number(), refused: z.number() }),
  },
  USER_IMPORT_RUNNING: {
    status: 409,
    text: 'An import of yours is still running. Wait until it has ended.',
    details: none,
  },

  // permissions and moderators
  ROLE_NOT_MANAGED: {
    status: 404,
    text: 'The permissions of {role} cannot be changed here.',
    details: z.object({ role: z.string() }),
  },
  GRANT_EXCEEDS: {
    status: 403,
    text: 'You cannot grant {what}: you do not hold it yourself.',
    details: z.object({ what: z.string() }),
  },
  GRANT_NOT_USABLE: {
    status: 400,
    text: 'A {role} cannot be granted {what}.',
    details: z.object({ role: z.string(), what: z.string() }),
  },
  NOT_A_MODERATOR: { status: 409, text: '{name} is not a moderator.', details: named },

  ...GEOGRAPHY_ERRORS,
  ...OVERSIGHT_ERRORS,
  ...CHAT_ERRORS,
  ...ANNOUNCEMENT_ERRORS,

  // elections
  ELECTION_NOT_FOUND: {
    status: 404,
    text: 'This election does not exist, or it does not cover your area.',
    details: none,
  },
  ELECTION_TRANSITION: {
    status: 409,
    text: 'An election that is {from} cannot become {to}.',
    details: z.object({ from: z.string(), to: z.string() }),
  },
  ELECTION_REASON_REQUIRED: { status: 400, text: 'Say why the election is reopened.', details: none },
  ELECTION_LOCKED: {
    status: 409,
    text: 'An election that is {status} cannot be changed in this way: {what}.',
    details: z.object({ status: z.string(), what: z.string() }),
  },
  ELECTION_NOT_LIVE: {
    status: 409,
    text: 'This election is {status}. Results are taken while it is live.',
    details: z.object({ status: z.string() }),
  },
  DEADLINE_PASSED: {
    status: 409,
    text: 'The deadline for this election passed at {deadline}. Call your ward administrator.',
    details: z.object({ deadline: z.string() }),
  },

  // results
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
  RESULT_FINAL: {
    status: 409,
    text: 'The result of this unit is {status}. It can only be changed through a dispute.',
    details: z.object({ status: z.string() }),
  },
  RESULT_TRANSITION: {
    status: 409,
    text: 'The result is {status} now. It cannot be {action}.',
    details: z.object({ status: z.string(), action: z.string() }),
  },
  OWN_RESULT: { status: 403, text: 'You entered this version, so somebody else must decide on it.', details: none },
  NOT_YOUR_DECISION: { status: 403, text: 'The ward administrator decides on this result.', details: none },
  OVER_VOTING_NOT_VERIFIABLE: {
    status: 409,
    text: 'Votes exceed accredited voters. Section 51 of the Electoral Act 2022: cancel this result or return it for correction.',
    details: none,
  },
  CANCEL_WITHOUT_GROUND: {
    status: 409,
    text: 'Only a result with more votes than accredited voters, or one in dispute, can be cancelled.',
    details: none,
  },
  DISPUTE_FOR_LEVEL_ABOVE: {
    status: 403,
    text: 'A dispute is resolved by somebody above the person who raised it, within whose area the unit lies.',
    details: none,
  },
  DISPUTE_RESOLVED: { status: 409, text: 'This dispute is resolved already. Reload to see how.', details: none },
  ASSIGNEE_UNFIT: {
    status: 409,
    text: '{name} could not resolve this dispute. Choose somebody above the person who raised it, in charge of the unit.',
    details: named,
  },
  SHEET_NOT_FOUND: { status: 400, text: 'The sheet photo was not found. Attach it again.', details: none },
  ATTACHMENT_NOT_FOUND: { status: 400, text: 'The attached picture was not found. Attach it again.', details: none },

  // files
  FILE_MISSING: { status: 400, text: 'No file was received.', details: none },
  FILE_TOO_LARGE: {
    status: 413,
    text: 'The file is larger than {megabytes} MB.',
    details: z.object({ megabytes: z.number() }),
  },
  FILE_NOT_IMAGE: { status: 415, text: 'The file is not a PNG or JPG image.', details: none },
  FILE_HARMFUL: {
    status: 400,
    text: 'Something harmful was found in the file, so it was not stored. Take the photo anew, or send it from another device.',
    details: none,
  },
  SCANNER_AWAY: {
    status: 503,
    text: 'Files cannot be checked for harmful content at the moment, so none is taken. Keep the file and try again in a few minutes.',
    details: none,
  },
  FILE_DAMAGED: {
    status: 400,
    text: 'The image is damaged or was cut off on the way. Take it again or attach it again.',
    details: none,
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    text: 'The image has more pixels than the server accepts ({megapixels} million).',
    details: z.object({ megapixels: z.number() }),
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];
export type ErrorDetails<C extends ErrorCode> = z.infer<(typeof ERRORS)[C]['details']>;

/** The sentence of an error with its details filled in. */
export function errorText(code: ErrorCode, details: Record<string, unknown> = {}): string {
  return ERRORS[code].text.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = details[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : key;
  });
}
