import * as z from 'zod/mini';
import { TOO_SHORT } from './password-rule.ts';
import { EndedSession } from './session-ends.ts';

const none = z.object({});
/** `lockMinutes` is there when one more failed attempt locks the account, for so many minutes. */
const failedAttempt = z.object({ lockMinutes: z.optional(z.number()) });
const LAST_TRY = '[ One try is left before the account is locked for {lockMinutes} minutes.]';

/** The errors of sign-in, sessions and the own account (see base/errors.ts). */
export const AUTH_ERRORS = {
  UNAUTHENTICATED: { status: 401, text: 'Sign in to continue.', details: none },
  SESSION_ENDED: {
    status: 401,
    text: 'Your session has ended. Sign in again.',
    details: z.object({ ended: z.optional(EndedSession) }),
  },
  REFRESH_IN_FLIGHT: {
    status: 409,
    text: 'Your session is being renewed at this moment. Try again in a few seconds.',
    details: none,
  },
  BAD_CREDENTIALS: {
    status: 401,
    text: `The phone number or the password is wrong.${LAST_TRY}`,
    details: failedAttempt,
  },
  BAD_CODE: { status: 401, text: `The verification code is wrong or has expired.${LAST_TRY}`, details: failedAttempt },
  ACCOUNT_LOCKED: {
    status: 423,
    text: 'Too many failed attempts. The account is locked for {minutes} minutes.',
    details: z.object({ minutes: z.number() }),
  },
  ACCOUNT_INACTIVE: { status: 403, text: 'This account is not active. Contact your administrator.', details: none },
  PASSWORD_CHANGE_REQUIRED: { status: 403, text: 'Change your password before you continue.', details: none },
  PASSWORD_TOO_SHORT: {
    status: 400,
    text: TOO_SHORT,
    details: z.object({ n: z.number() }),
  },
  WRONG_PASSWORD: { status: 400, text: `The current password is wrong.${LAST_TRY}`, details: failedAttempt },
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
  BAD_INVITE: {
    status: 400,
    text: 'The phone number or the invite code is wrong, or the code was used or has expired. Ask your administrator.',
    details: none,
  },
  BAD_AUTHENTICATOR_CODE: {
    status: 400,
    text: `The code does not match. Enter the one your authenticator app shows now.${LAST_TRY}`,
    details: failedAttempt,
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
  OWN_SESSION: { status: 409, text: 'This is the session you work in. Use Sign out instead.', details: none },
  NO_EMAIL: { status: 409, text: 'Your account has no e-mail address. Ask for one to be added.', details: none },
} as const;
