import type { EndedSession, SessionEndReason } from '@ec/contract/auth/session-ends';
import type { SessionEnd } from '../../lib/session/stored-session.ts';

const AGAIN = 'Sign in again.';
const NOT_YOU = 'If that was not you, reset your password.';
const CONTACT = 'Contact your administrator.';

interface Cause {
  why: string;
  next: string;
  /** The time is not stated: the person knows it, or it says nothing. */
  timeless?: boolean;
}

const CAUSES: Partial<Record<SessionEndReason, Cause>> = {
  'signed in elsewhere': { why: 'you signed in on another device', next: NOT_YOU },
  'one session at a time is allowed now': { why: 'only your newest session may stay open now', next: AGAIN },
  'ended by its owner': { why: 'you ended this session on another device', next: NOT_YOU },
  'ended by an administrator': { why: 'an administrator ended this session', next: AGAIN },
  'password changed': { why: 'your password was changed on another device', next: NOT_YOU },
  'password reset': { why: 'your password was reset by a code', next: NOT_YOU },
  'password reset by an administrator': { why: 'an administrator set a new password for you', next: CONTACT },
  'phone changed': { why: 'the phone number of your account was changed', next: CONTACT },
  'joined the national office': { why: 'your role was changed', next: CONTACT },
  'account not active': { why: 'your account is not active', next: CONTACT, timeless: true },
  'account deleted': { why: 'your account was deleted', next: CONTACT, timeless: true },
  'idle for too long': { why: 'nothing was entered for a while', next: AGAIN, timeless: true },
  'lasted its time': { why: 'this session had reached its longest time', next: AGAIN, timeless: true },
  'refresh token re-used': { why: 'this session was used in two places at the same time', next: NOT_YOU },
};

/** True where the session was ended from elsewhere, perhaps by another person: that is a warning. */
export function isWarning(end: SessionEnd | null): boolean {
  return end?.by === 'ended' && end.ended !== undefined && CAUSES[end.ended.reason]?.next === NOT_YOU;
}

/** "14:32" today, else with the date; by the clock of the device, which the person reads. */
function timeOf(moment: Date, now: Date): string {
  const today = moment.toDateString() === now.toDateString();
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const date = today ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat('en-GB', { ...date, ...time }).format(moment);
}

function causeText({ why, next, timeless }: Cause, { device, at }: EndedSession, now: Date): string {
  const details = [device, timeless ? null : timeOf(new Date(at), now)].filter((part) => part !== null);
  return `You were signed out because ${why}${details.length > 0 ? ` (${details.join(', ')})` : ''}. ${next}`;
}

/** What the sign-in page says of the session before; null where it was ended on this device, or there was none. */
export function endNotice(end: SessionEnd | null, now = new Date()): string | null {
  if (end === null || end.by === 'signed-out') return null;
  const ended = end.by === 'idle' ? ({ reason: 'idle for too long', at: '', device: null } as const) : end.ended;
  const cause = ended && CAUSES[ended.reason];
  const text = cause ? causeText(cause, ended, now) : `Your session has ended. ${AGAIN}`;
  return end.prevented === undefined ? text : `${text} ${end.prevented}`;
}
