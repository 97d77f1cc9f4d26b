import { describe, expect, it } from 'vitest';
import { auditBound, binomialAtMost, sheetsNeeded } from './bound.ts';

const MANY = 176_846;
const percent = (share: number) => Number((share * 100).toFixed(2));

describe('the bound', () => {
  it.each([
    [59, 4.95],
    [100, 2.95],
    [300, 0.99],
  ])('of %i sheets without an error is %d percent', (sheets, expected) => {
    const bound = auditBound({ sheets, wrong: 0, population: MANY });
    expect(percent(bound)).toBe(expected);
    expect(bound).toBeCloseTo(1 - 0.05 ** (1 / sheets), 12);
  });

  it.each([
    [59, 1],
    [100, 1],
    [100, 7],
    [300, 3],
    [10_000, 42],
  ])(
    'of %i sheets with %i wrong is the share under which so few are found in one of twenty samples',
    (sheets, wrong) => {
      const bound = auditBound({ sheets, wrong, population: MANY });
      expect(sumOfBinomial(wrong, sheets, bound)).toBeCloseTo(0.05, 8);
      expect(bound).toBeGreaterThan(auditBound({ sheets, wrong: wrong - 1, population: MANY }));
    },
  );

  it('agrees with the tables: 1 of 100 is 4.66 percent, 2 of 59 is 10.29', () => {
    expect(percent(auditBound({ sheets: 100, wrong: 1, population: MANY }))).toBe(4.66);
    expect(percent(auditBound({ sheets: 59, wrong: 2, population: MANY }))).toBe(10.29);
  });

  it('is what was counted once every sheet was entered, and never above what is left to be wrong', () => {
    expect(auditBound({ sheets: 40, wrong: 3, population: 40 })).toBe(3 / 40);
    expect(auditBound({ sheets: 39, wrong: 0, population: 40 })).toBe(1 / 40);
    expect(auditBound({ sheets: 5, wrong: 5, population: 9 })).toBe(1);
    expect(auditBound({ sheets: 0, wrong: 0, population: 9 })).toBe(1);
  });

  it('is exceeded in at most one of twenty samples of a finite number of sheets, whatever number of them is wrong', () => {
    const [population, sheets] = [60, 20];
    for (let bad = 0; bad <= population; bad++) {
      let exceeded = 0;
      for (let wrong = 0; wrong <= Math.min(sheets, bad); wrong++) {
        const below = auditBound({ sheets, wrong, population }) < bad / population;
        if (below) exceeded += drawnExactly(wrong, { sheets, bad, population });
      }
      expect(exceeded).toBeLessThanOrEqual(0.05);
    }
  });
});

describe('the size of an extension', () => {
  it('is the smallest that gives the bound asked for if no more errors appear', () => {
    const asked = auditBound({ sheets: 59, wrong: 0, population: MANY });
    const size = sheetsNeeded(asked, { sheets: 59, wrong: 1, population: MANY }, MANY) ?? 0;
    expect(size).toBe(94);
    expect(auditBound({ sheets: size, wrong: 1, population: MANY })).toBeLessThanOrEqual(asked);
    expect(auditBound({ sheets: size - 1, wrong: 1, population: MANY })).toBeGreaterThan(asked);
  });

  it('is null where no sample reaches the bound', () => {
    expect(sheetsNeeded(0.01, { sheets: 50, wrong: 5, population: 60 }, 60)).toBeNull();
    expect(sheetsNeeded(0.0001, { sheets: 100, wrong: 1, population: MANY }, 10_000)).toBeNull();
    expect(sheetsNeeded(0.05, { sheets: 59, wrong: 0, population: MANY }, 10_000)).toBe(59);
  });
});

it('sums the binomial distribution of large samples', () => {
  expect(binomialAtMost(0, 10_000, 0.5)).toBe(0);
  expect(binomialAtMost(10_000, 10_000, 0.5)).toBe(1);
  expect(binomialAtMost(5000, 10_000, 0.5)).toBeCloseTo(0.504, 3);
});

function choose(of: number, take: number): number {
  let ways = 1;
  for (let at = 1; at <= take; at++) ways = (ways * (of - take + at)) / at;
  return ways;
}

/** The sum as the definition has it, term by term. */
function sumOfBinomial(most: number, trials: number, share: number): number {
  let sum = 0;
  for (let hits = 0; hits <= most; hits++) {
    let ways = 0;
    for (let at = 1; at <= hits; at++) ways += Math.log((trials - hits + at) / at);
    sum += Math.exp(ways + hits * Math.log(share) + (trials - hits) * Math.log(1 - share));
  }
  return sum;
}

/** The probability that a sample without replacement holds exactly so many of the bad sheets. */
function drawnExactly(wrong: number, { sheets, bad, population }: { sheets: number; bad: number; population: number }) {
  if (sheets - wrong > population - bad) return 0;
  return (choose(bad, wrong) * choose(population - bad, sheets - wrong)) / choose(population, sheets);
}
