import { describe, expect, it } from 'vitest';
import { type PartyStanding, presidentialTest, REQUIRED_STATES } from './presidential-test.ts';

type Votes = Record<string, number>;

/** States with the same votes, numbered from the given code. */
const states = (count: number, votes: Votes, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ code: String(from + index).padStart(2, '0'), votes }));

const standing = (all: { code: string; votes: Votes }[], party: string): PartyStanding | undefined =>
  presidentialTest(all, ['APC', 'PDP', 'LP']).parties.find((row) => row.party === party);

describe('a quarter in two thirds of the 36 states and the FCT', () => {
  it('is 25 of 37', () => {
    expect(REQUIRED_STATES).toBe(Math.ceil((37 * 2) / 3));
  });

  const wins: Votes = { APC: 60, PDP: 40 };
  const loses: Votes = { APC: 24, PDP: 10, LP: 66 };
  it.each([
    ['25 states', [...states(25, { APC: 60, PDP: 40 }), ...states(12, { APC: 0, PDP: 10 }, 26)], 25, true, true],
    ['24 states', [...states(24, { APC: 60, PDP: 40 }), ...states(13, { APC: 0, PDP: 10 }, 25)], 24, false, true],
    ['24 states and the FCT', [...states(24, wins), ...states(1, wins, 37)], 25, true, true],
    ['all states without a lead', [...states(36, { APC: 30, PDP: 70 })], 36, false, false],
    ['all states in a tie', [...states(37, { APC: 50, PDP: 50 })], 37, false, false],
    ['exactly a quarter', [...states(37, { APC: 50, PDP: 49, LP: 49, Others: 52 })], 37, true, true],
    ['one vote short of a quarter', [...states(37, { APC: 49, PDP: 48, LP: 48, Others: 55 })], 0, false, true],
    ['states without votes', [...states(24, wins), ...states(13, {}, 25)], 24, false, true],
    ['24 of a hundred', [...states(36, loses)], 0, false, false],
  ] as const)('%s', (_, all, reached, meets, leads) => {
    expect(standing([...all], 'APC')).toMatchObject({ states: reached, meets, leads });
  });

  it('counts the FCT as one of the 37, and not as a condition of its own', () => {
    const all = [...states(36, wins), { code: '37', votes: { APC: 19, PDP: 20, LP: 61 } }];
    expect(standing(all, 'APC')).toMatchObject({ states: 36, fct: false, meets: true });
    expect(standing(all, 'LP')).toMatchObject({ states: 1, fct: true, meets: false });
  });

  it('takes votes for Others into the quarter, but Others is nobody who could be elected', () => {
    const test = presidentialTest(states(37, { APC: 20, PDP: 10, Others: 70 }), ['APC', 'PDP']);
    expect(test.parties.map(({ party }) => party)).toEqual(['APC', 'PDP']);
    expect(test.parties[0]).toMatchObject({ states: 0, share: 20, leads: true, meets: false });
  });

  it('says of nothing counted that nobody leads or meets', () => {
    const test = presidentialTest(states(37, { APC: 0, PDP: 0 }), ['APC', 'PDP']);
    expect(test.counted).toBe(0);
    for (const row of test.parties)
      expect(row).toMatchObject({ votes: 0, share: 0, states: 0, leads: false, meets: false });
  });
});
