import { describe, expect, it } from 'vitest';
import { type LocationId, locationIdOf, NATION } from '../geography/location-id.ts';
import { declarationTest, type PartyStanding, testedOver, twoThirdsOf } from './declaration-test.ts';

type Votes = Record<string, number>;

/** States with the same votes, numbered from the given code. */
const states = (count: number, votes: Votes, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ code: String(from + index).padStart(2, '0'), votes }));

const overStates = (all: { code: string; votes: Votes }[], parties: string[]) => declarationTest('state', all, parties);

const standing = (all: { code: string; votes: Votes }[], party: string): PartyStanding | undefined =>
  overStates(all, ['APC', 'PDP', 'LP']).parties.find((row) => row.party === party);

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
    expect(standing([...all], 'APC')).toMatchObject({ reached, meets, leads });
  });

  it('counts the FCT as one of the 37, and not as a condition of its own', () => {
    const all = [...states(36, wins), { code: '37', votes: { APC: 19, PDP: 20, LP: 61 } }];
    expect(standing(all, 'APC')).toMatchObject({ reached: 36, fct: false, meets: true });
    expect(standing(all, 'LP')).toMatchObject({ reached: 1, fct: true, meets: false });
  });

  it('takes votes for Others into the quarter, but Others cannot be elected', () => {
    const test = overStates(states(37, { APC: 20, PDP: 10, Others: 70 }), ['APC', 'PDP']);
    expect(test.parties.map(({ party }) => party)).toEqual(['APC', 'PDP']);
    expect(test.parties[0]).toMatchObject({ reached: 0, share: 20, leads: true, meets: false });
  });

  it('says of nothing counted that no party leads or meets it', () => {
    const test = overStates(states(37, { APC: 0, PDP: 0 }), ['APC', 'PDP']);
    expect(test.counted).toBe(0);
    for (const row of test.parties)
      expect(row).toMatchObject({ votes: 0, share: 0, reached: 0, leads: false, meets: false });
  });
});

describe('a quarter in two thirds of the LGAs of a state', () => {
  const lgas = (reached: number, of: number) => [
    ...states(reached, { APC: 900, PDP: 20, LP: 10 }),
    ...states(of - reached, { APC: 20, PDP: 15, LP: 65 }, reached + 1),
  ];
  const of = (all: { code: string; votes: Votes }[]) => declarationTest('lga', all, ['APC', 'PDP', 'LP']);

  it.each([
    [20, 14, true],
    [20, 13, false],
    [44, 30, true],
    [44, 29, false],
  ])('of %i LGAs, reached in %i: %s', (all, reached, meets) => {
    const test = of(lgas(reached, all));
    expect(test).toMatchObject({ over: 'lga', areas: all, counted: all });
    expect(test.parties.find(({ party }) => party === 'APC')).toMatchObject({ reached, fct: null, leads: true, meets });
  });

  it('needs the most votes too, and has no FCT', () => {
    const test = of([...states(20, { APC: 40, PDP: 60 })]);
    expect(test.parties.map(({ party, meets, fct }) => [party, meets, fct])).toEqual([
      ['PDP', true, null],
      ['APC', false, null],
      ['LP', false, null],
    ]);
  });
});

describe('what is tested', () => {
  const at = (code: string) => locationIdOf(code) ?? (0 as LocationId);
  const [kano, lagos] = [at('19'), at('24')];

  it.each([
    ['presidential', [NATION], [NATION], { over: 'state', area: NATION }],
    ['presidential', [NATION], [kano], null],
    ['gubernatorial', [kano], [NATION], { over: 'lga', area: kano }],
    ['gubernatorial', [kano], [at('NW')], { over: 'lga', area: kano }],
    ['gubernatorial', [kano], [kano], { over: 'lga', area: kano }],
    ['gubernatorial', [kano], [at('19-13'), lagos], null],
    ['gubernatorial', [kano, lagos], [NATION], null],
    ['gubernatorial', [at('19-13')], [NATION], null],
    ['senatorial', [kano], [NATION], null],
  ] as const)('of a %s election of %j for a reader of %j: %j', (type, areas, seen, tested) => {
    expect(testedOver({ type, areas }, seen)).toEqual(tested);
  });
});
