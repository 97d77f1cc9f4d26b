import { ENROLMENT_MINUTES } from '@ec/contract/account';
import type { Settings } from '@ec/contract/settings';

export const LOCK_MINUTES = 15;
export const CODE_MINUTES = 5;
export const CODE_TRIES = 5;
/** Between two messages with a sign-in code to one person. */
export const CODE_PAUSE_SECONDS = 30;
export const RESETS_PER_WINDOW = 3;
export const RESET_WINDOW_MINUTES = 15;

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
 * that very token is renewed again, which replaces what the lost answer held: should a thief and the owner both hold
 * tokens now, the next move of either shows it and ends the session. In the first seconds it is more likely a second
 * tab that raced the first one, and is told to wait and to look for the tokens that the other has just stored.
 */
export function judgeRefresh(presented: PresentedToken, sinceRenewalMs: number): RefreshVerdict {
  if (presented === 'current') return 'renew';
  if (presented === 'older' || sinceRenewalMs > LOST_ANSWER_MS) return 'stolen';
  return sinceRenewalMs < IN_FLIGHT_MS ? 'in_flight' : 'renew';
}

/** Every refresh token of a session begins with its first one, so that any of them leads to the session. */
export function refreshFamily(refreshToken: string): string {
  return refreshToken.split('.')[0] ?? refreshToken;
}

/** Whether an authenticator whose enrolment was started then can still be confirmed. */
export function isEnrolmentOpen(startedAt: Date | null, now: Date): boolean {
  return startedAt !== null && now < minutesAfter(startedAt, ENROLMENT_MINUTES);
}
