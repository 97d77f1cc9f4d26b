import { describe, expect, it } from 'vitest';
import { isDrawn, secondEntryGround } from './second-entry-draw.ts';

const ELECTION = '0190aaaa-0000-7000-8000-000000000000';
const policy = { rule: 'flagged', percent: 0, seed: 'heads', outsideLga: false } as const;
const unit = (number: number) => `24-11-05-${String(number).padStart(3, '0')}`;
const result = { electionId: ELECTION, unitCode: unit(1), flags: [] };

describe('the draw', () => {
  it('takes about the percentage of the units, the same ones whenever it is repeated', () => {
    const drawn = (seed: string) =>
      Array.from({ length: 20_000 }, (_, at) => unit(at)).filter((unitCode) =>
        isDrawn({ seed, percent: 5, electionId: ELECTION, unitCode }),
      );
    const first = drawn('heads');
    // Six standard deviations of a fair draw.
    expect(Math.abs(first.length - 1000)).toBeLessThan(6 * Math.sqrt(20_000 * 0.05 * 0.95));
    expect(drawn('heads')).toEqual(first);
    expect(drawn('tails')).not.toEqual(first);
  });

  it('takes all of 100 percent, none of 0, and keeps who was drawn when the percentage grows', () => {
    const units = Array.from({ length: 2000 }, (_, at) => unit(at));
    const drawn = (percent: number) =>
      units.filter((unitCode) => isDrawn({ seed: 'heads', percent, electionId: ELECTION, unitCode }));
    expect(drawn(100)).toEqual(units);
    expect(drawn(0)).toEqual([]);
    const more = drawn(20);
    expect(drawn(5).filter((one) => !more.includes(one))).toEqual([]);
  });

  it('is the first six bytes of SHA-256 of seed, election and unit, as anyone can compute them', () => {
    // printf 'heads\n0190aaaa-0000-7000-8000-000000000000\n24-11-05-001' | sha256sum
    const share = 0x46a8bc654763 / 2 ** 48;
    const at = (percent: number) => isDrawn({ seed: 'heads', percent, electionId: ELECTION, unitCode: unit(1) });
    expect([at(share * 100 - 0.001), at(share * 100 + 0.001)]).toEqual([false, true]);
  });
});

describe('the policy', () => {
  it('none asks for nothing, all for everything', () => {
    expect(secondEntryGround({ ...policy, rule: 'none' }, { ...result, flags: ['OVER_VOTING'] })).toBeNull();
    expect(secondEntryGround({ ...policy, rule: 'all' }, result)).toBe('all');
  });

  it('flagged asks for results with a failed check, and for a random part of the others', () => {
    expect(secondEntryGround(policy, { ...result, flags: ['LATE'] })).toBe('flagged');
    expect(secondEntryGround(policy, result)).toBeNull();
    expect(secondEntryGround({ ...policy, percent: 100 }, result)).toBe('sample');
  });

  it('asks for a later version once an earlier one was entered twice, whatever the draw says', () => {
    expect(secondEntryGround(policy, { ...result, enteredBefore: true })).toBe('again');
    expect(secondEntryGround({ ...policy, rule: 'none' }, { ...result, enteredBefore: true })).toBeNull();
  });

  it('sample asks for a random part, flagged or not', () => {
    const sample = { ...policy, rule: 'sample' } as const;
    expect(secondEntryGround(sample, { ...result, flags: ['LATE'] })).toBeNull();
    expect(secondEntryGround({ ...sample, percent: 100 }, result)).toBe('sample');
  });
});
