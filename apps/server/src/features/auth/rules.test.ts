import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings';
import { describe, expect, it } from 'vitest';
import {
  isIdle,
  judgeRefresh,
  minutesAfter,
  minutesLocked,
  type PresentedToken,
  type RefreshVerdict,
  refreshFamily,
  type SecondStep,
  secondStepOf,
} from './rules.ts';

const NOW = new Date('2027-02-20T08:30:00Z');
const settings = (security: Partial<Settings['security']>): Settings => ({
  ...DEFAULT_SETTINGS,
  security: { ...DEFAULT_SETTINGS.security, ...security },
});

describe('second step', () => {
  const cases: [require2FA: boolean, optedIn: boolean, enrolled: boolean, step: SecondStep][] = [
    [false, false, false, 'none'],
    [false, false, true, 'none'],
    [false, true, false, 'sms'],
    [false, true, true, 'authenticator'],
    [true, false, false, 'sms'],
    [true, false, true, 'authenticator'],
    [true, true, true, 'authenticator'],
  ];
  it.each(cases)('setting %s, own wish %s, enrolled %s: %s', (require2FA, optedIn, enrolled, step) => {
    expect(secondStepOf(settings({ require2FA }), { optedIn, enrolled })).toBe(step);
  });
});

describe('judgeRefresh', () => {
  const cases: [PresentedToken, number, RefreshVerdict][] = [
    ['current', 0, 'renew'],
    ['current', 3_600_000, 'renew'],
    ['previous', 0, 'in_flight'],
    ['previous', 4_999, 'in_flight'],
    ['previous', 5_000, 'renew'],
    ['previous', 60_000, 'renew'],
    ['previous', 60_001, 'stolen'],
    ['older', 0, 'stolen'],
    ['older', 10_000, 'stolen'],
  ];
  it.each(cases)('%s token, %i ms after the renewal: %s', (presented, ms, verdict) => {
    expect(judgeRefresh(presented, ms)).toBe(verdict);
  });
});

describe('lock and idle time', () => {
  it('tells the minutes that a lock still holds, never 0 while it does', () => {
    expect(minutesLocked(minutesAfter(NOW, 15), NOW)).toBe(15);
    expect(minutesLocked(new Date(NOW.getTime() + 1), NOW)).toBe(1);
    expect(minutesLocked(NOW, NOW)).toBe(0);
    expect(minutesLocked(null, NOW)).toBe(0);
  });

  it('counts a session as idle only once the set minutes have passed', () => {
    const limit = settings({ sessionTimeout: 30 });
    expect(isIdle(minutesAfter(NOW, -30), NOW, limit)).toBe(false);
    expect(isIdle(new Date(NOW.getTime() - 30 * 60_000 - 1), NOW, limit)).toBe(true);
  });
});

it('finds the first token of a session in any later one', () => {
  expect(refreshFamily('first')).toBe('first');
  expect(refreshFamily('first.second')).toBe('first');
});
