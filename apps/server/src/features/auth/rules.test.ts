import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
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
  const cases: [PresentedToken, number, 'used' | 'not used', RefreshVerdict][] = [
    ['current', 0, 'not used', 'renew'],
    ['current', 3_600_000, 'used', 'renew'],
    ['previous', 0, 'not used', 'in_flight'],
    ['previous', 4_999, 'not used', 'in_flight'],
    ['previous', 5_000, 'not used', 'renew'],
    ['previous', 60_000, 'not used', 'renew'],
    ['previous', 60_001, 'not used', 'stolen'],
    ['previous', 0, 'used', 'stolen'],
    ['previous', 30_000, 'used', 'stolen'],
    ['older', 0, 'not used', 'stolen'],
    ['older', 10_000, 'used', 'stolen'],
  ];
  it.each(cases)('%s token, %i ms after the renewal, successor %s: %s', (presented, sinceRenewalMs, used, verdict) => {
    expect(judgeRefresh(presented, { sinceRenewalMs, successorUsed: used === 'used' })).toBe(verdict);
  });
});

describe('lock and idle time', () => {
  it('gives the minutes until the lock ends, never 0 before', () => {
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
