import { describe, expect, it } from 'vitest';
import { uncountedText } from './counted.ts';

const NOTHING = { units: 9, reported: 0, verified: 0, pending: 0, disputed: 0, cancelled: 0 };

describe('an area without votes says why', () => {
  it.each([
    ['nothing has come', NOTHING, 'Not reported', 'Not reported'],
    ['what came waits for a decision', { ...NOTHING, reported: 2, pending: 2 }, 'None verified', null],
    ['what came is disputed', { ...NOTHING, reported: 1, disputed: 1 }, 'None verified', 'None counted'],
    ['a verified result has no votes', { ...NOTHING, reported: 1, verified: 1 }, null, null],
  ])('%s', (_, coverage, verified, provisional) => {
    expect(uncountedText(coverage, 'verified')).toBe(verified);
    expect(uncountedText(coverage, 'provisional')).toBe(provisional);
  });
});
