import type { CheckThresholds } from '@ec/contract/unusual/checks';
import { type Found, isCounted, type UnitSheet, validOf } from './sheets.ts';
import { median, spread } from './rules.ts';

/** A unit that differs from the units of its ward. */
export interface Apart<Sheet> {
  sheet: Sheet;
  /** The party, as a position in the votes; null where turnout is compared. */
  party: number | null;
  /** Shares of one: of the unit, and the median of its ward. */
  value: number;
  median: number;
  deviations: number;
  /** How many units the median is of, this one included. */
  units: number;
}

export type Limits = Pick<CheckThresholds, 'minVotes' | 'minUnits' | 'points' | 'deviations'>;

interface Measured<Sheet> {
  sheet: Sheet;
  value: number;
}

/** What the arithmetic of fractions loses: 1 - 0.8 is a little less than 0.2, and is at least 20 points all the same. */
const ROUNDING = 1e-9;

/** The least deviation that a ward is taken to have: 3 percentage points. */
export const LEAST_DEVIATION = 0.03;
/** The least variance of a share, so that a ward without votes for a party does not mark a unit with a handful. */
export const leastVariance = (share: number): number => Math.max(share * (1 - share), 0.01);

export const wardsOf = <Sheet extends UnitSheet>(sheets: readonly Sheet[]): Sheet[][] => [
  ...Map.groupBy(sheets, ({ ward }) => ward).values(),
];

/** Compares units of one ward; `deviation` is that of one unit, with the median and the spread of the ward given. */
export function apart<Sheet>(
  measured: readonly Measured<Sheet>[],
  party: number | null,
  limits: Limits,
  deviation: (sheet: Sheet, spread: number, median: number) => number,
): Found<Apart<Sheet>> {
  if (measured.length < limits.minUnits) return { tests: 0, marks: [] };
  const values = measured.map(({ value }) => value);
  const m = median(values);
  const wide = spread(values, m);
  const marks = measured.flatMap(({ sheet, value }) => {
    const distance = Math.abs(value - m);
    if (distance * 100 < limits.points - ROUNDING) return [];
    const deviations = distance / Math.max(LEAST_DEVIATION, deviation(sheet, wide, m));
    return deviations < limits.deviations - ROUNDING
      ? []
      : [{ sheet, party, value, median: m, deviations, units: measured.length }];
  });
  return { tests: measured.length, marks };
}

export function together<Mark>(all: readonly Found<Mark>[]): Found<Mark> {
  return {
    tests: all.reduce((total, { tests }) => total + tests, 0),
    marks: all.flatMap(({ marks }) => marks),
  };
}

const compared = <Sheet extends UnitSheet>(sheets: readonly Sheet[], minVotes: number): Sheet[] =>
  sheets.filter((sheet) => isCounted(sheet) && validOf(sheet) >= minVotes);

/** Units where the share of a party is far from its median in the ward. A test is one party of one unit. */
export function shareApart<Sheet extends UnitSheet>(sheets: readonly Sheet[], limits: Limits): Found<Apart<Sheet>> {
  return together(
    wardsOf(compared(sheets, limits.minVotes)).flatMap((ward) =>
      (ward[0]?.votes ?? []).map((_, party) =>
        apart(
          ward.map((sheet) => ({ sheet, value: (sheet.votes[party] ?? 0) / validOf(sheet) })),
          party,
          limits,
          (sheet, wide, m) => Math.sqrt(wide ** 2 + leastVariance(m) / validOf(sheet)),
        ),
      ),
    ),
  );
}

/** Units whose turnout (accredited of registered voters) is far from the median of the ward. */
export function turnoutApart<Sheet extends UnitSheet>(sheets: readonly Sheet[], limits: Limits): Found<Apart<Sheet>> {
  const known = compared(sheets, limits.minVotes).filter(({ registered }) => (registered ?? 0) > 0);
  return together(
    wardsOf(known).map((ward) =>
      apart(
        ward.map((sheet) => ({ sheet, value: sheet.accredited / (sheet.registered ?? 1) })),
        null,
        limits,
        (_, wide) => wide,
      ),
    ),
  );
}
