import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import { expect, it } from 'vitest';
import { endNotice, isWarning } from './end-notice.ts';

const now = new Date(2026, 10, 21, 18, 0);
const at = new Date(2026, 10, 21, 14, 32).toISOString();
const by = (reason: SessionEndReason, device: string | null = null, when = at) =>
  endNotice({ by: 'ended', ended: { reason, at: when, device } }, now);

it.each([
  [
    by('signed in elsewhere', 'Chrome on Android'),
    'You were signed out because you signed in on another device (Chrome on Android, 14:32). If that was not you, reset your password.',
  ],
  [
    by('ended by an administrator', null, new Date(2026, 10, 20, 9, 5).toISOString()),
    'You were signed out because an administrator ended this session (20 Nov, 09:05). Sign in again.',
  ],
  [by('idle for too long'), 'You were signed out because nothing was entered for a while. Sign in again.'],
  [by('no longer valid'), 'Your session has ended. Sign in again.'],
  [endNotice({ by: 'expired' }, now), 'Your session has ended. Sign in again.'],
  [endNotice({ by: 'idle' }, now), 'You were signed out because nothing was entered for a while. Sign in again.'],
  [endNotice({ by: 'signed-out' }, now), null],
  [endNotice(null, now), null],
])('says why the session before ended: %s', (said, expected) => {
  expect(said).toBe(expected);
});

it.each([
  ['signed in elsewhere', true],
  ['password changed', true],
  ['idle for too long', false],
  ['ended by an administrator', false],
] as const)('warns of what another person may have done: %s', (reason, warns) => {
  expect(isWarning({ by: 'ended', ended: { reason, at, device: null } })).toBe(warns);
  expect(isWarning({ by: 'signed-out' })).toBe(false);
});
