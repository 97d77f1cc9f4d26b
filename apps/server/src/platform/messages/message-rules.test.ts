import { describe, expect, it } from 'vitest';
import {
  backOffMs,
  cleaned,
  DeliveryError,
  endedAway,
  errorText,
  type FailureKind,
  isOwnFailure,
  type Outcome,
  pauseMs,
} from './message-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the waits of a message that failed', () => {
  it.each([
    [1, 15_000],
    [2, MINUTE],
    [3, 5 * MINUTE],
    [4, 15 * MINUTE],
    [5, HOUR],
    [6, 3 * HOUR],
    [7, 6 * HOUR],
    [8, 12 * HOUR],
  ])('after failure %i are %i ms, a fifth more or less', (failures, expected) => {
    expect(backOffMs(failures, 0.5)).toBe(expected);
    expect(backOffMs(failures, 0)).toBe(expected * 0.8);
    expect(backOffMs(failures, 1)).toBe(expected * 1.2);
  });

  it('end after the ninth failure, about a day after the first', () => {
    expect(backOffMs(9, 0.5)).toBeUndefined();
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((failures) => backOffMs(failures, 0.5) ?? 0);
    expect(waits.reduce((sum, wait) => sum + wait, 0) / HOUR).toBeCloseTo(22.35, 1);
  });
});

describe('the pause of a gateway that is away', () => {
  it.each([
    [1, 0.5, 0, 5000],
    [2, 0.5, 0, 10_000],
    [3, 0.5, 0, 20_000],
    [4, 0.5, 0, 40_000],
    [5, 0.5, 0, MINUTE],
    [500, 0.5, 0, MINUTE],
    [1, 0, 0, 4000],
    [1, 1, 0, 6000],
    [1, 0.5, 30_000, 30_000],
    [5, 0.5, 30_000, MINUTE],
    [1, 0.5, 24 * HOUR, 5 * MINUTE],
  ])('after %i bad rounds with chance %d, requested %i ms, is %i ms', (rounds, random, asked, expected) => {
    expect(pauseMs(rounds, random, asked)).toBe(expected);
  });
});

const outcome = (began: number, ended: number, kind: FailureKind | null): Outcome => ({
  began,
  ended,
  error: kind && new DeliveryError(kind, 'not taken'),
});

describe('a failure', () => {
  const own: [string, Outcome, Outcome[], boolean][] = [
    ['that says so of the message is its own', outcome(0, 1, 'refused'), [], true],
    ['for another time is its own', outcome(0, 1, 'failed'), [], true],
    ['without an answer is its own, for it may have been taken', outcome(0, 1, 'silent'), [], true],
    ['of a gateway that took nothing is the gateway’s', outcome(0, 1, 'away'), [outcome(2, 3, 'away')], false],
    ['of a gateway that took one before is the gateway’s', outcome(2, 3, 'away'), [outcome(0, 1, null)], false],
    ['of a gateway that took one begun later is its own', outcome(0, 1, 'away'), [outcome(2, 3, null)], true],
    ['while another was on its way is the gateway’s', outcome(1, 2, 'away'), [outcome(0, 3, null)], false],
  ];
  it.each(own)('%s', (_, failed, others, expected) => {
    expect(isOwnFailure(failed, [failed, ...others])).toBe(expected);
  });

  const rounds: [string, Outcome[], boolean][] = [
    ['nothing was sent', [], false],
    ['all were taken', [outcome(0, 1, null)], false],
    ['the gateway was away', [outcome(0, 1, 'away')], true],
    ['nothing was answered', [outcome(0, 1, 'silent')], true],
    ['it went away in the middle', [outcome(0, 1, null), outcome(2, 3, 'away')], true],
    ['it took one after', [outcome(0, 1, 'away'), outcome(2, 3, null)], false],
    ['it refused one after', [outcome(0, 1, 'away'), outcome(2, 3, 'refused')], false],
    ['one was not taken', [outcome(0, 1, 'failed')], false],
  ];
  it.each(rounds)('leaves the gateway alone, or not, where %s', (_, round, expected) => {
    expect(endedAway(round)).toBe(expected);
  });
});

describe('the words of a gateway', () => {
  it('are kept short, on one line, and without secrets', () => {
    expect(cleaned('no\r\nsuch\tkey: abc', ['abc', undefined])).toBe('no such key: ***');
    expect(cleaned('x'.repeat(500), [])).toHaveLength(161);
  });

  it('are left away for a message with a code, which they may repeat', () => {
    const error = new DeliveryError('failed', 'The SMS gateway answered 400', { detail: '123456 is not allowed' });
    expect(errorText(error, false)).toBe('The SMS gateway answered 400: 123456 is not allowed');
    expect(errorText(error, true)).toBe('The SMS gateway answered 400');
  });
});
