import type { LocationId } from '@ec/contract/geography/location-id';
import { thresholdsOf } from '@ec/contract/unusual/checks';
import { describe, expect, it } from 'vitest';
import { digitsUneven, fingerprint, integerPercentages, lastDigits } from './area-rules.ts';
import { alignParties, shareChangeApart, type SheetPair, turnoutChangeApart } from './earlier-rules.ts';
import { fullTurnout, identicalVotes, twinsOf } from './marks-rules.ts';
import { shareApart, turnoutApart } from './neighbour-rules.ts';
import type { UnitSheet } from './sheets.ts';
import { chiSquare9, median } from './rules.ts';

let units = 0;
function sheet(votes: number[], more: Partial<UnitSheet> = {}): UnitSheet {
  units += 1;
  const valid = votes.reduce((total, count) => total + count, 0);
  return {
    unit: units as LocationId,
    ward: 1 as LocationId,
    registered: 500,
    accredited: valid + 10,
    votes,
    others: 0,
    photo: null,
    ...more,
  };
}

describe('identical votes', () => {
  const limits = thresholdsOf('identical_votes');
  const found = (sheets: UnitSheet[]) =>
    identicalVotes(sheets, limits).marks.map((group) => group.sheets.map(({ unit }) => unit));

  it('groups the units of a ward with the same votes of all parties', () => {
    const [a, b, c] = [sheet([60, 30, 10]), sheet([60, 30, 10]), sheet([60, 31, 10])];
    expect(identicalVotes([a, b, c], limits)).toEqual({ tests: 3, marks: [{ sheets: [a, b] }] });
  });

  it.each([
    ['in another ward', [60, 30, 10], { ward: 2 as LocationId }],
    ['with other votes of Others', [60, 30, 10], { others: 1 }],
    ['with the same votes in another order', [30, 60, 10], {}],
  ])('leaves out a unit %s', (_, votes, more) => {
    expect(found([sheet([60, 30, 10]), sheet(votes, more)])).toEqual([]);
  });

  it.each([
    ['99 votes', [60, 30, 9]],
    ['two parties', [60, 40, 0]],
  ])('does not test units with %s', (_, votes) => {
    expect(identicalVotes([sheet(votes), sheet(votes)], limits)).toEqual({ tests: 0, marks: [] });
  });

  it('says what else the units share', () => {
    const group = {
      sheets: [
        sheet([60, 30, 10], { photo: 'aa' }),
        sheet([60, 30, 10], { photo: 'aa', accredited: 120 }),
        sheet([60, 30, 10], { photo: 'bb' }),
        sheet([60, 30, 10]),
      ] as const,
    };
    const of = (index: 0 | 3) =>
      twinsOf(group, group.sheets[index]).map(({ sameVoters, samePhoto }) => ({ sameVoters, samePhoto }));
    expect(of(0)).toEqual([
      { sameVoters: false, samePhoto: true },
      { sameVoters: true, samePhoto: false },
      { sameVoters: true, samePhoto: false },
    ]);
    expect(of(3).some(({ samePhoto }) => samePhoto)).toBe(false);
  });
});

describe('full turnout', () => {
  const limits = thresholdsOf('full_turnout');
  it.each([
    ['95 percent, all valid', { registered: 100, accredited: 95, votes: [90, 5] }, 1],
    ['less than 95 percent', { registered: 100, accredited: 94, votes: [90, 4] }, 0],
    ['a rejected ballot', { registered: 100, accredited: 95, votes: [90, 4] }, 0],
    ['votes for Others', { registered: 100, accredited: 95, votes: [90, 4], others: 1 }, 1],
    ['more accredited than registered', { registered: 100, accredited: 120, votes: [100, 20] }, 1],
    ['no register', { registered: null, accredited: 95, votes: [90, 5] }, 0],
  ])('with %s', (_, figures, marks) => {
    expect(fullTurnout([sheet(figures.votes, figures)], limits).marks).toHaveLength(marks);
  });
});

describe('neighbours', () => {
  const limits = thresholdsOf('neighbour_share');
  const alike = (count: number) => Array.from({ length: count }, (_, n) => sheet([60 + (n % 3), 40 - (n % 3)]));

  it('marks a unit whose shares differ from the ward, for each party', () => {
    const odd = sheet([10, 90]);
    const { tests, marks } = shareApart([...alike(9), odd], limits);
    expect(tests).toBe(20);
    expect(marks).toMatchObject([
      { sheet: odd, party: 0, value: 0.1, median: 0.61, units: 10 },
      { sheet: odd, party: 1, value: 0.9, median: 0.39, units: 10 },
    ]);
    // One party: d = √((1.4826 · 0.01)² + 0.61 · 0.39 / 100) = 0.0510, z = 0.51 / 0.0510.
    expect(marks[0]?.deviations).toBeCloseTo(10.0, 1);
  });

  it('tests no ward with fewer than 8 units of 30 votes', () => {
    expect(shareApart([...alike(6), sheet([10, 90])], limits)).toEqual({ tests: 0, marks: [] });
    expect(shareApart([...alike(6), sheet([10, 90]), sheet([5, 20])], limits).tests).toBe(0);
  });

  it('compares within the ward only', () => {
    const elsewhere = Array.from({ length: 8 }, () => sheet([10, 90], { ward: 2 as LocationId }));
    expect(shareApart([...alike(9), ...elsewhere], limits).marks).toEqual([]);
  });

  it('takes a difference of 20 points as far and one below it as near', () => {
    const ward = Array.from({ length: 9 }, () => sheet([0, 400]));
    expect(shareApart([...ward, sheet([80, 320])], limits).marks).toHaveLength(2);
    expect(shareApart([...ward, sheet([79, 321])], limits).marks).toEqual([]);
  });

  it('leaves out units without accredited voters, which have a flag of their own', () => {
    expect(shareApart([...alike(9), sheet([10, 90], { accredited: 0 })], limits).marks).toEqual([]);
  });

  it('marks turnout that differs from the ward', () => {
    const odd = sheet([60, 40], { registered: 120 });
    const { tests, marks } = turnoutApart([...alike(9), odd, sheet([60, 40], { registered: null })], limits);
    expect(tests).toBe(10);
    expect(marks).toMatchObject([{ sheet: odd, party: null, median: 0.22, units: 10 }]);
    expect(marks[0]?.deviations).toBeCloseTo((110 / 120 - 0.22) / 0.03, 6);
  });
});

describe('an earlier election', () => {
  const limits = thresholdsOf('neighbour_share');
  const pair = (votes: number[], earlier: number[], more: Partial<SheetPair> = {}): SheetPair => ({
    ...sheet(votes),
    earlier: { registered: 500, accredited: 110, votes: earlier, others: 0 },
    ...more,
  });
  const ward = Array.from({ length: 9 }, () => pair([40, 60], [60, 40]));

  it('marks a share that changed otherwise than in the ward', () => {
    const still = pair([60, 40], [60, 40]);
    const { tests, marks } = shareChangeApart([...ward, still], { ...limits, deviations: 2 }, [0, 1]);
    expect(tests).toBe(20);
    expect(marks.map(({ sheet: of, party }) => [of.unit, party])).toEqual([
      [still.unit, 0],
      [still.unit, 1],
    ]);
    expect(marks[0]?.median).toBeCloseTo(-0.2);
    expect(marks[0]?.deviations).toBeCloseTo(0.2 / Math.sqrt((2 * 0.24) / 100), 6);
  });

  it('marks nothing where the whole ward changed', () => {
    expect(shareChangeApart(ward, limits, [0, 1]).marks).toEqual([]);
  });

  it('compares the same unit only: its register changed by at most 30 percent', () => {
    const grown = (registered: number) =>
      shareChangeApart([...ward, pair([60, 40], [60, 40], { registered })], limits, [0, 1]).tests;
    expect([grown(650), grown(651), grown(350), grown(349)]).toEqual([20, 18, 20, 18]);
  });

  it('compares the parties of both elections, and counts the votes of all others', () => {
    const { shared, align } = alignParties(['APC', 'ADC', 'LP'], ['LP', 'PDP', 'APC']);
    expect(shared).toEqual([0, 2]);
    expect(align([40, 30, 20], 10)).toEqual({ votes: [20, 0, 40], others: 40 });
    const { tests } = shareChangeApart([...ward, pair([60, 40], [60, 40])], limits, [1]);
    expect(tests).toBe(10);
  });

  it('marks turnout that changed otherwise', () => {
    const odd = pair([60, 40], [60, 40], { accredited: 480 });
    expect(turnoutChangeApart([...ward, odd], limits).marks).toMatchObject([{ sheet: odd, party: null, median: 0 }]);
  });
});

describe('areas', () => {
  /** A generator of the same numbers in each run (mulberry32). */
  function generator(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), state | 1);
      t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  it('expects as many whole percentages as redraws give', () => {
    const random = generator(2023);
    const parts = Array.from({ length: 60 }, () => {
      const whole = 100 + Math.floor(random() * 400);
      return { whole, part: Math.floor(whole * (0.05 + 0.9 * random())) };
    });
    const { units, expected, deviation } = integerPercentages(parts);
    const draw = ({ part, whole }: { part: number; whole: number }) => {
      let drawn = 0;
      for (let voter = 0; voter < whole; voter += 1) if (random() < part / whole) drawn += 1;
      return drawn;
    };
    const redraws = Array.from(
      { length: 1000 },
      () =>
        parts.filter((one) => {
          const percentage = (100 * draw(one)) / one.whole;
          return Math.abs(percentage - Math.round(percentage)) <= 0.05;
        }).length,
    );
    const mean = redraws.reduce((total, count) => total + count, 0) / redraws.length;
    const variance = redraws.reduce((total, count) => total + (count - mean) ** 2, 0) / redraws.length;
    expect(units).toBe(60);
    expect(Math.abs(mean - expected)).toBeLessThan((4 * deviation) / Math.sqrt(redraws.length));
    expect(Math.sqrt(variance) / deviation).toBeGreaterThan(0.9);
    expect(Math.sqrt(variance) / deviation).toBeLessThan(1.1);
  });

  it('counts whole percentages of wholes of 100 and more, below 99 percent', () => {
    const { units, observed } = integerPercentages([
      { part: 50, whole: 99 },
      { part: 100, whole: 200 },
      { part: 101, whole: 300 },
      { part: 300, whole: 300 },
    ]);
    expect({ units, observed }).toEqual({ units: 2, observed: 1 });
  });

  it('draws the fingerprint and counts its corner', () => {
    const { units, cells, corner } = fingerprint([
      sheet([80, 20], { registered: 125, accredited: 100 }),
      sheet([100, 0], { registered: 100, accredited: 100 }),
      sheet([79, 21], { registered: 125, accredited: 100 }),
      sheet([50, 50], { registered: null }),
      sheet([0, 0]),
    ]);
    expect({ units, corner }).toEqual({ units: 3, corner: 2 });
    expect([cells[16]?.[16], cells[19]?.[19], cells[16]?.[15]]).toEqual([1, 1, 1]);
    expect(cells.flat().reduce((total, count) => total + count, 0)).toBe(3);
  });

  it('has the chances of χ² with 9 degrees of freedom', () => {
    // From tables: 5 percent, 1 percent, 0.1 percent.
    for (const [value, chance] of [
      [16.919, 0.05],
      [21.666, 0.01],
      [27.877, 0.001],
    ] as const)
      expect(chiSquare9(value) / chance).toBeCloseTo(1, 3);
    expect(chiSquare9(0)).toBeCloseTo(1, 6);
  });

  it('marks last digits from 2,800 counts on, if the difference is both large and rare', () => {
    const even = Array.from({ length: 2800 }, (_, n) => 100 + n);
    expect(lastDigits(even)).toMatchObject({ counts: 2800, chiSquare: 0, w: 0 });
    expect(lastDigits([99, 9, 100]).counts).toBe(1);
    const heaped = even.map((count, n) => (n % 10 === 1 && n % 20 < 10 ? count - 1 : count));
    const found = lastDigits(heaped);
    expect(found.w).toBeGreaterThan(0.1);
    expect(digitsUneven(found, 23)).toBe(true);
    expect(digitsUneven(lastDigits(heaped.slice(0, 2700)), 23)).toBe(false);
    expect(digitsUneven({ counts: 100_000, w: 0.05, p: 0 }, 23)).toBe(false);
    expect(digitsUneven({ counts: 2800, w: 0.1, p: 0.0005 }, 23)).toBe(false);
  });

  it('takes the middle', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(() => median([])).toThrow(RangeError);
  });
});
