import { ENROLMENT_MINUTES } from '@ec/contract/auth/account';
import type { Settings } from '@ec/contract/settings/schemas';

export const LOCK_MINUTES = 15;
/** A failure that is so long ago counts no more. */
export const FAILURE_MINUTES = 60;
export const CODE_MINUTES = 5;
export const CODE_TRIES = 5;
/** Tries at a reset code that was asked for on a device which is not known: whoever reads it off the phone needs one. */
export const STRANGE_RESET_TRIES = 2;
/** Tries at all reset codes of one phone on one device, and at invite codes from one network. */
export const CODE_TRIES_PER_HOUR = 10;
export const CODE_TRIES_PER_DAY = 30;
/** Each leaves a session and an entry, so even the right password opens no more of one person in a minute. */
export const SIGN_INS_PER_MINUTE = 120;
/** Between two messages with a sign-in code to one person. */
export const CODE_PAUSE_SECONDS = 30;
/** From one known device, or from one network of strangers. */
export const RESETS_PER_WINDOW = 3;
/** From all networks of strangers together; a network that has asked for none yet is sent its first all the same. */
export const STRANGE_RESETS_PER_WINDOW = 6;
/** What all networks of strangers together are sent at most: a bound of what SMS cost, and of guesses at codes. */
export const STRANGE_RESETS_PER_HOUR = 12;
export const STRANGE_RESETS_PER_DAY = 48;
export const RESET_WINDOW_MINUTES = 15;
/**
 * What one network of strangers is sent for all phones together. Of 177,000 officers one in a hundred may forget a password on
 * the busiest day; were half of them behind one block of a carrier's addresses, that were 900, a quarter of them in one hour. An office
 * behind one address has hundreds of people at most. With two tries a code it leaves 2,400 guesses a day at codes of six digits.
 */
export const STRANGE_RESETS_OF_NETWORK_PER_HOUR = 300;
export const STRANGE_RESETS_OF_NETWORK_PER_DAY = 1200;

export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

export type SecondStep = 'none' | 'authenticator' | 'sms';

/** Whether a code is asked for after the password, and where it comes from. */
export function secondStepOf(settings: Settings, person: { optedIn: boolean; enrolled: boolean }): SecondStep {
  if (!settings.security.require2FA && !person.optedIn) return 'none';
  return person.enrolled ? 'authenticator' : 'sms';
}

/** Minutes until the lock opens, as told to the person; 0 where there is none. */
export function minutesLocked(lockedUntil: Date | null | undefined, now: Date): number {
  if (!lockedUntil || lockedUntil <= now) return 0;
  return Math.ceil((lockedUntil.getTime() - now.getTime()) / 60_000);
}

/** However busy a session is, after so long its owner shows once more who they are. */
const SESSION_DAYS = 30;

/** Whether the session has lasted as long as any may. */
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
 * A refresh token serves once; one that comes back is taken for stolen and ends the session. But on the networks of the
 * field the answer to a renewal gets lost, and then an honest phone has nothing but the token before. So for a minute
 * that very token is renewed again, which replaces what the lost answer held. That holds only while neither the access
 * nor the refresh token of that answer was used: once one was, the answer was not lost, and two hold tokens of one session.
 * In the first seconds it is more likely a second tab that raced the first one: it is answered that another renewal is
 * under way, and looks for the tokens that the first has just stored.
 */
export function judgeRefresh(
  presented: PresentedToken,
  renewal: { sinceRenewalMs: number; successorUsed: boolean },
): RefreshVerdict {
  if (presented === 'current') return 'renew';
  if (presented === 'older' || renewal.successorUsed || renewal.sinceRenewalMs > LOST_ANSWER_MS) return 'stolen';
  return renewal.sinceRenewalMs < IN_FLIGHT_MS ? 'in_flight' : 'renew';
}

/** Every refresh token of a session begins with its first one, so that any of them leads to the session. */
export function refreshFamily(refreshToken: string): string {
  return refreshToken.split('.')[0] ?? refreshToken;
}

/** Whether an authenticator whose enrolment was started then can still be confirmed. */
export function isEnrolmentOpen(startedAt: Date | null, now: Date): boolean {
  return startedAt !== null && now < minutesAfter(startedAt, ENROLMENT_MINUTES);
}
