import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DeclarationKind,
  declarationTest,
  type PartyStanding,
  quarterIn,
  type TestedArea,
  testOf,
  twoThirdsOf,
} from './declaration-test.ts';
import { declarationWords, meetsText } from './declaration-words.ts';

type Votes = Record<string, number>;

/** States with the same votes and no voter out, numbered from the given code. */
const states = (count: number, votes: Votes, from = 1): TestedArea[] =>
  Array.from({ length: count }, (_, index) => ({
    code: String(from + index).padStart(2, '0'),
    votes,
    out: 0,
    unknown: 0,
  }));

const overStates = (all: TestedArea[], parties: string[]) => declarationTest('presidential', all, parties);

const standing = (all: TestedArea[], party: string): PartyStanding | undefined =>
  overStates(all, ['APC', 'PDP', 'LP']).parties.find((row) => row.code === party);

describe('a quarter in two thirds of the 36 states and the FCT', () => {
  it.each([
    [8, 6],
    [17, 12],
    [20, 14],
    [27, 18],
    [37, 25],
    [44, 30],
  ])('two thirds of %i areas are %i', (areas, required) => {
    expect(twoThirdsOf(areas)).toBe(required);
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
    expect(standing([...all], 'APC')).toMatchObject({ spreadReached: reached, spreadOpen: 0, meets, leads });
  });

  it('counts the FCT as one of the 37, and not as a condition of its own', () => {
    const all = [...states(36, wins), ...states(1, { APC: 19, PDP: 20, LP: 61 }, 37)];
    expect(standing(all, 'APC')).toMatchObject({ spreadReached: 36, capital: 'not_reached', meets: true });
    expect(standing(all, 'LP')).toMatchObject({ spreadReached: 1, capital: 'reached', meets: false });
  });

  it('takes votes for Others into the quarter, but Others cannot be elected', () => {
    const test = overStates(states(37, { APC: 20, PDP: 10, Others: 70 }), ['APC', 'PDP']);
    expect(test.parties.map(({ code }) => code)).toEqual(['APC', 'PDP']);
    expect(test.parties[0]).toMatchObject({ spreadReached: 0, share: 20, leads: true, meets: false });
  });

  it('says 100 percent of all votes alone, and decides on the votes whatever the share says', () => {
    const shares = (all: TestedArea[]) => overStates(all, ['APC', 'PDP']).parties.map(({ share }) => share);
    expect(shares(states(37, { APC: 9999, PDP: 1 }))).toEqual([99.9, 0]);
    expect(shares(states(37, { APC: 9999, PDP: 0 }))).toEqual([100, 0]);
    // One vote short of a quarter, which reads 25.0%.
    const short = overStates(states(37, { APC: 9999, PDP: 9998, LP: 20_000 }), ['APC', 'PDP', 'LP']);
    expect(short.parties.find(({ code }) => code === 'APC')).toMatchObject({ share: 25, spreadReached: 0 });
  });

  it('says of nothing counted that no party leads or meets it', () => {
    const test = overStates(states(37, { APC: 0, PDP: 0 }), ['APC', 'PDP']);
    expect(test).toMatchObject({ leading: null, lead: null, outcome: 'open', decided: false });
    for (const row of test.parties)
      expect(row).toMatchObject({ votes: 0, share: 0, spreadReached: 0, leads: false, meets: false });
  });
});

describe('a quarter in two thirds of the LGAs of a state', () => {
  const lgas = (reached: number, of: number) => [
    ...states(reached, { APC: 900, PDP: 20, LP: 10 }),
    ...states(of - reached, { APC: 20, PDP: 15, LP: 65 }, reached + 1),
  ];
  const of = (all: TestedArea[]) => declarationTest('governorship', all, ['APC', 'PDP', 'LP']);

  it.each([
    [20, 14, true],
    [20, 13, false],
    [44, 30, true],
    [44, 29, false],
  ])('of %i LGAs, reached in %i: %s', (all, reached, meets) => {
    const test = of(lgas(reached, all));
    expect(test).toMatchObject({ areas: all });
    const apc = test.parties.find(({ code }) => code === 'APC');
    expect(apc).toMatchObject({ spreadReached: reached, spreadNeeded: twoThirdsOf(all), leads: true, meets });
    expect(apc).not.toHaveProperty('capital');
  });

  it('needs the most votes too, and has no FCT', () => {
    const test = of([...states(20, { APC: 40, PDP: 60 })]);
    expect(test.parties.map(({ code, meets, capital }) => [code, meets, capital])).toEqual([
      ['PDP', true, undefined],
      ['APC', false, undefined],
      ['LP', false, undefined],
    ]);
  });
});

describe('what voters who are out can change', () => {
  const area = (votes: Votes, out: number, more: Partial<TestedArea> = {}): TestedArea => ({
    code: '01',
    votes,
    out,
    unknown: 0,
    ...more,
  });

  it.each([
    ['a quarter that no vote can take away', area({ APC: 50, PDP: 50 }, 100), 'reached'],
    ['a quarter that one more vote takes away', area({ APC: 50, PDP: 50 }, 101), 'open'],
    ['a quarter that can still be won', area({ APC: 0, PDP: 30 }, 10), 'open'],
    ['a quarter that is out of reach', area({ APC: 0, PDP: 31 }, 10), 'not_reached'],
    ['nothing counted', area({}, 10), 'open'],
    ['nothing counted and no voter out', area({}, 0), 'not_reached'],
    ['a unit whose voters are not known', area({ APC: 100 }, 0, { unknown: 1 }), 'open'],
    ['counted votes that may fall away', area({ APC: 30, PDP: 70 }, 0, { removable: { APC: 10 } }), 'open'],
    ['others whose votes may fall away', area({ APC: 20, PDP: 80 }, 0, { removable: { PDP: 40 } }), 'open'],
  ] as const)('%s: %s', (_, tested, standing) => {
    expect(quarterIn(tested, 'APC')).toBe(standing);
  });

  it('whatever is reported, an area called reached stays so, and one called not reached stays so', () => {
    const votes = fc.record({ APC: fc.nat(200), PDP: fc.nat(200), LP: fc.nat(200) });
    /** Each voter who is out votes for a party, casts a rejected ballot, or stays at home. */
    const ballots = fc.array(fc.constantFrom('APC', 'PDP', 'LP', null), { maxLength: 200 });
    fc.assert(
      fc.property(votes, ballots, fc.nat(50), (counted, cast, atHome) => {
        const before = area(counted, cast.length + atHome);
        const after = { ...counted };
        for (const party of cast) if (party !== null) after[party] += 1;
        for (const party of ['APC', 'PDP', 'LP'] as const) {
          const standing = quarterIn(before, party);
          if (standing !== 'open') expect(quarterIn(area(after, 0), party)).toBe(standing);
        }
      }),
    );
  });

  it('is said to be open only where some report would change it', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(30), (own, others, out) => {
        const before = quarterIn(area({ APC: own, PDP: others }, out), 'APC');
        const best = quarterIn(area({ APC: own + out, PDP: others }, 0), 'APC');
        const worst = quarterIn(area({ APC: own, PDP: others + out }, 0), 'APC');
        expect(before).toBe(best === worst ? best : 'open');
      }),
    );
  });
});

describe('what the figures decide', () => {
  const of = (all: TestedArea[]) => declarationTest('plurality', all, ['APC', 'PDP', 'LP']);
  const led = (out: number, unknown = 0) => of([{ code: 'a', votes: { APC: 5000, PDP: 2500 }, out, unknown }]);

  it.each([
    [1800, true],
    [2499, true],
    [2500, false],
    [2700, false],
  ])('a lead of 2,500 against %i voters: %s', (out, decided) => {
    expect(led(out)).toMatchObject({ lead: 2500, leading: 'APC', decided, outcome: decided ? 'returned' : 'open' });
  });

  it('nothing, while a unit without a number of voters is out', () => {
    expect(led(0, 1).decided).toBe(false);
  });

  it('nothing, while votes of an affected unit in the lead may fall away', () => {
    const area = { code: 'a', votes: { APC: 5000, PDP: 2500 }, out: 0, unknown: 0 };
    expect(of([{ ...area, removable: { APC: 2499 } }]).decided).toBe(true);
    expect(of([{ ...area, removable: { APC: 2500 } }]).decided).toBe(false);
  });

  it('nothing, in a tie', () => {
    const tie = of([{ code: 'a', votes: { APC: 7, PDP: 7 }, out: 0, unknown: 0 }]);
    expect(tie).toMatchObject({ leading: 'Tie', lead: 0, decided: false });
    expect(tie.parties.some(({ meets }) => meets)).toBe(false);
  });

  it('that no party can reach the spread, once it is out of reach of all', () => {
    const test = (out: number) =>
      declarationTest(
        'governorship',
        [...states(3, { APC: 80, PDP: 20 }), ...states(3, { APC: 20, PDP: 80 }, 4)].map((area) => ({ ...area, out })),
        ['APC', 'PDP'],
      ).outcome;
    expect([test(0), test(100)]).toEqual(['no_spread', 'open']);
  });

  it.each([
    ['presidential', [], 'presidential'],
    ['gubernatorial', [], 'governorship'],
    ['gubernatorial', ['rerun'], 'governorship'],
    ['presidential', ['runoff'], 'presidential'],
    ['presidential', ['runoff', 'runoff'], 'plurality'],
    ['senatorial', [], 'plurality'],
    ['local_government', [], 'plurality'],
  ] as const)('a %s election that follows as %j: %s', (type, followed, test) => {
    expect(testOf(type, followed)).toBe(test);
  });
});

describe('the words', () => {
  const units = { units: 2, reported: 2, verified: 2, pending: 0, disputed: 0, cancelled: 0 };
  const figures = (
    kind: DeclarationKind,
    all: TestedArea[],
    parties: string[],
    results = 2,
  ): Parameters<typeof declarationWords>[0] => ({
    ...declarationTest(kind, all, parties),
    contest: { code: '19', name: 'Kano', kind: 'state' },
    basis: 'verified',
    results,
    coverage: units,
    atStake: 0,
    atStakeUnits: 0,
    upperBound: 0,
    atStakeUnknown: 0,
    creditedZero: 0,
    overVoted: 0,
    outstanding: { units: 0, registered: 0, unknown: 0 },
    outside: 0,
    unplaced: 0,
    restsOnRecords: false,
    spread: [],
  });
  const words = (...of: Parameters<typeof figures>) => declarationWords(figures(...of));

  it('announce another election where the spread is missed: the second, or after a run-off the third', () => {
    const split = [...states(3, { APC: 80, PDP: 20 }), ...states(3, { APC: 20, PDP: 81 }, 4)];
    expect(words('governorship', split, ['APC', 'PDP'])).toMatch(
      /so another election between two candidates follows\.$/,
    );
  });

  it('say that no candidate can reach the spread only where that is so', () => {
    const lga = (votes: Record<string, number>): TestedArea => ({ code: '', votes, out: 0, unknown: 0 });
    const rival = [lga({ APC: 1000, LP: 0 }), lga({ APC: 0, LP: 100 }), lga({ APC: 0, LP: 100 })];
    expect(words('governorship', rival, ['APC', 'LP'])).toContain(
      'no candidate can have both the most votes and the spread',
    );
    const split = [...states(3, { APC: 80, PDP: 20 }), ...states(3, { APC: 20, PDP: 81 }, 4)];
    expect(words('governorship', split, ['APC', 'PDP'])).toContain('no candidate can reach the spread');
  });

  it('name the units that are left out as credited zero, also where nothing else is out', () => {
    const decided = figures('plurality', states(1, { APC: 7, PDP: 5 }), ['APC', 'PDP']);
    expect(declarationWords({ ...decided, creditedZero: 2 })).toContain(
      'Nothing is at stake or out. 2 units are left out: recorded as credited zero for obstruction.',
    );
  });

  it('name sheets that no review can verify, wards of no constituency, and a decision that rests on records', () => {
    const open = figures('plurality', [{ code: '', votes: { APC: 7, PDP: 5 }, out: 9, unknown: 0 }], ['APC', 'PDP']);
    const stake = { ...open, atStake: 9, atStakeUnits: 2, overVoted: 1, unplaced: 2 };
    expect(declarationWords(stake)).toContain(
      'Against it: 9 voters at stake in 2 affected units, 1 of them a sheet with over-voting that can only be cancelled or returned; 2 wards of the state in no constituency.',
    );
    const decided = figures('plurality', states(1, { APC: 7, PDP: 5 }), ['APC', 'PDP']);
    expect(declarationWords(decided)).not.toContain('rests');
    expect(declarationWords({ ...decided, restsOnRecords: true })).toMatch(
      /This rests on what is recorded of affected units: .+ Check these records first\.$/,
    );
  });

  it.each([
    [0, 'Yes', 'No'],
    [100, 'Open', 'Open'],
  ])('of the most votes, say who meets it only once that cannot change: %d out', (out, first, second) => {
    const of = figures('plurality', [{ code: '', votes: { APC: 7, PDP: 5 }, out, unknown: 0 }], ['APC', 'PDP']);
    expect(of.parties.map((party) => meetsText(of, party))).toEqual([first, second]);
  });

  it.each([
    // Both have a quarter everywhere; the lead is 20 in each of 9 areas.
    ['a lead that can change', 25, ['Open', 'Open', 'No']],
    ['a lead that cannot', 0, ['Yes', 'No', 'No']],
  ])('of a quarter in two thirds, say who meets it only once that cannot change: %s', (_, out, meets) => {
    const votes = { APC: 120, LP: 100, PDP: 10 };
    const all = Array.from({ length: 9 }, (_each, code) => ({ code: `${code}`, votes, out, unknown: 0 }));
    const of = figures('governorship', all, Object.keys(votes));
    expect(of.parties.map(({ spreadReached }) => spreadReached)).toEqual([9, 9, 0]);
    expect(of.parties.map((party) => meetsText(of, party))).toEqual(meets);
  });

  it('say apart that nothing is counted, and that no party on the ballot has a vote', () => {
    expect(words('plurality', states(1, {}), ['APC', 'PDP'], 0)).toContain('No vote is counted on this basis.');
    const others = words('plurality', states(1, { APC: 0, Others: 5 }), ['APC', 'PDP', 'Others']);
    expect(others).toContain('No party on the ballot has a counted vote.');
  });
});
