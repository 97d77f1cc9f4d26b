import { ENROLMENT_MINUTES } from '@ec/contract/auth/account';
import type { Settings } from '@ec/contract/settings/schemas';

export const LOCK_MINUTES = 15;
/** Failures older than this do not count. */
export const FAILURE_MINUTES = 60;
export const CODE_MINUTES = 5;
export const CODE_TRIES = 5;
/** Attempts per reset code requested on an unknown device; the user, who reads it from the phone, needs one. */
export const STRANGE_RESET_TRIES = 2;
/** Attempts at all reset codes of one phone number on one device, and at invite codes from one network. */
export const CODE_TRIES_PER_HOUR = 10;
export const CODE_TRIES_PER_DAY = 30;
/** Each creates a session and an entry, so even the right password can open no more per user and minute. */
export const SIGN_INS_PER_MINUTE = 120;
/** From all networks of unknown devices; a network without a request so far still gets its first. */
export const STRANGE_RESETS_PER_WINDOW = 6;
/** The upper limit for all networks of unknown devices: bounds the cost of SMS and the guesses at codes. */
export const STRANGE_RESETS_PER_HOUR = 12;
export const STRANGE_RESETS_PER_DAY = 48;
/**
 * Codes per network of unknown devices, for all phone numbers. Of 177,000 officers, one percent may forget a password on the busiest day; if half of
 * them share one block of a carrier's addresses, that is 900, a quarter of them within one hour. An office behind one address has hundreds of people
 * at most. With two attempts per code this allows 2,400 guesses a day at six-digit codes.
 */
export const STRANGE_RESETS_OF_NETWORK_PER_HOUR = 300;
export const STRANGE_RESETS_OF_NETWORK_PER_DAY = 1200;

export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

export type SecondStep = 'none' | 'authenticator' | 'sms';

/** Whether a code is required after the password, and its source. */
export function secondStepOf(settings: Settings, person: { optedIn: boolean; enrolled: boolean }): SecondStep {
  if (!settings.security.require2FA && !person.optedIn) return 'none';
  return person.enrolled ? 'authenticator' : 'sms';
}

/** Minutes until the lock ends, for the error message; 0 if there is none. */
export function minutesLocked(lockedUntil: Date | null | undefined, now: Date): number {
  if (!lockedUntil || lockedUntil <= now) return 0;
  return Math.ceil((lockedUntil.getTime() - now.getTime()) / 60_000);
}

/** Maximum age of a session, however active it is. */
const SESSION_DAYS = 30;

/** Whether the session has reached its maximum age. */
export function isOutlived(openedAt: Date, now: Date): boolean {
  return now >= minutesAfter(openedAt, SESSION_DAYS * 24 * 60);
}

export function isIdle(lastSeenAt: Date, now: Date, settings: Settings): boolean {
  return now.getTime() - lastSeenAt.getTime() > settings.security.sessionTimeout * 60_000;
}

const IN_FLIGHT_MS = 5_000;
const LOST_ANSWER_MS = 60_000;

export type PresentedToken = 'current' | 'previous' | 'older';
export type RefreshVerdict = 'renew' | 'in_flight' | 'stolen';

/**
 * Decides on a refresh token. A token is valid once; one that is used again counts as stolen and ends the session. But field networks lose answers,
 * and then an honest phone has only the previous token. So for one minute that token may be used again, which replaces the tokens of the lost answer.
 * This holds only while neither token of that answer was used: otherwise the answer was not lost, and two parties hold tokens of one session. In the
 * first seconds it is more likely a second tab: it is answered that another renewal is in progress, and reads the tokens that the first tab has just
 * stored.
 */
export function judgeRefresh(
  presented: PresentedToken,
  renewal: { sinceRenewalMs: number; successorUsed: boolean },
): RefreshVerdict {
  if (presented === 'current') return 'renew';
  if (presented === 'older' || renewal.successorUsed || renewal.sinceRenewalMs > LOST_ANSWER_MS) return 'stolen';
  return renewal.sinceRenewalMs < IN_FLIGHT_MS ? 'in_flight' : 'renew';
}

/** Every refresh token of a session starts with its family id, so that any of them identifies the session. */
export function refreshFamily(refreshToken: string): string {
  return refreshToken.split('.')[0] ?? refreshToken;
}

/** Whether an enrolment started at that time can still be confirmed. */
export function isEnrolmentOpen(startedAt: Date | null, now: Date): boolean {
  return startedAt !== null && now < minutesAfter(startedAt, ENROLMENT_MINUTES);
}
