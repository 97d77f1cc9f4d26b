import { LEAST_SIZES } from '@ec/contract/unusual/statistics';
import { isCounted, type UnitSheet, validOf } from './sheets.ts';
import { chiSquare9, logFactorials } from './rules.ts';

/** A count out of a whole, of one unit. */
export interface Part {
  part: number;
  whole: number;
}

export interface IntegerPercentages {
  units: number;
  observed: number;
  /** How many are to be expected, and their standard deviation, if each unit's count was drawn by chance around its own percentage. */
  expected: number;
  deviation: number;
}

/** Smaller wholes have whole percentages by arithmetic, not by choice. */
const LEAST_WHOLE = 100;
/** A percentage within this distance of a whole number counts as one. */
const NEAR = 0.05;
/** Percentages from here on are left out: of a unit where all vote alike the percentage is whole. */
const BELOW = 0.99;

const isWhole = (part: number, whole: number) => {
  const percentage = (100 * part) / whole;
  return Math.abs(percentage - Math.round(percentage)) <= NEAR;
};

/** The chance that a count drawn from `whole` with the chance part/whole gives a whole percentage. */
function chanceOfWhole({ part, whole }: Part, logs: Float64Array): number {
  const p = part / whole;
  if (p <= 0) return 1;
  const width = 8 * Math.sqrt(whole * p * (1 - p)) + 1;
  const [first, last] = [Math.max(0, part - width), Math.min(whole, part + width)];
  let chance = 0;
  for (let percentage = Math.ceil((100 * first) / whole); percentage <= (100 * last) / whole; percentage += 1) {
    const from = Math.ceil(((percentage - NEAR) * whole) / 100);
    for (let k = Math.max(0, from); k <= Math.min(whole, ((percentage + NEAR) * whole) / 100); k += 1) {
      const ways = (logs[whole] ?? 0) - (logs[k] ?? 0) - (logs[whole - k] ?? 0);
      chance += Math.exp(ways + k * Math.log(p) + (whole - k) * Math.log1p(-p));
    }
  }
  return chance;
}

/**
 * Whole percentages among the units, beside those that chance gives. Redrawing every count many times (Kobak et al. 2016) has this mean and
 * this deviation as its limit; here both are computed from the chances, so that two readers get the same figures (ADR 0087).
 */
export function integerPercentages(parts: readonly Part[]): IntegerPercentages {
  const tested = parts.filter(({ part, whole }) => whole >= LEAST_WHOLE && part / whole < BELOW);
  const logs = logFactorials(tested.reduce((most, { whole }) => Math.max(most, whole), 0));
  let [observed, expected, variance] = [0, 0, 0];
  for (const one of tested) {
    if (isWhole(one.part, one.whole)) observed += 1;
    const chance = chanceOfWhole(one, logs);
    expected += chance;
    variance += chance * (1 - chance);
  }
  return { units: tested.length, observed, expected, deviation: Math.sqrt(variance) };
}

export interface Fingerprint {
  units: number;
  /** Units by turnout (rows) and the share of the leading party (columns), in steps of 5 percent; 100 percent is in the last. */
  cells: number[][];
  /** Units with a turnout and a leader's share of at least 80 percent. */
  corner: number;
}

const STEPS = 20;
const CORNER = 80;
const stepOf = (part: number, whole: number) => Math.min(STEPS - 1, Math.floor((STEPS * part) / whole));

export const leaderVotes = ({ votes }: Pick<UnitSheet, 'votes'>): number => Math.max(0, ...votes);

/** The units of an area by turnout and the leader's share. */
export function fingerprint(sheets: readonly UnitSheet[]): Fingerprint {
  const cells = Array.from({ length: STEPS }, () => Array.from({ length: STEPS }, () => 0));
  const known = sheets.filter((sheet) => isCounted(sheet) && (sheet.registered ?? 0) > 0);
  let corner = 0;
  for (const sheet of known) {
    const registered = sheet.registered ?? 1;
    const row = cells[stepOf(Math.min(sheet.accredited, registered), registered)] ?? [];
    const column = stepOf(leaderVotes(sheet), validOf(sheet));
    row[column] = (row[column] ?? 0) + 1;
    const full = sheet.accredited * 100 >= CORNER * registered;
    if (full && leaderVotes(sheet) * 100 >= CORNER * validOf(sheet)) corner += 1;
  }
  return { units: known.length, cells, corner };
}

export interface LastDigits {
  counts: number;
  digits: number[];
  chiSquare: number;
  /** How often chance gives such a χ² or a larger one. */
  p: number;
  /** √(χ²/n): the size of the difference, whatever the number of counts. */
  w: number;
}

/** Counts of two digits have no even last digits: fewer units have 90 votes than 10. */
const LEAST_COUNT = 100;

/** The last digits of the counts of one party in one state. */
export function lastDigits(counts: readonly number[]): LastDigits {
  const digits = Array.from({ length: 10 }, () => 0);
  const tested = counts.filter((count) => count >= LEAST_COUNT);
  for (const count of tested) digits[count % 10] = (digits[count % 10] ?? 0) + 1;
  const even = tested.length / 10;
  const chiSquare = even === 0 ? 0 : digits.reduce((total, n) => total + (n - even) ** 2 / even, 0);
  const w = tested.length === 0 ? 0 : Math.sqrt(chiSquare / tested.length);
  return { counts: tested.length, digits, chiSquare, p: chiSquare9(chiSquare), w };
}

/** Both conditions, with the chance multiplied by the number of tests made (Bonferroni), and enough counts. */
export const digitsUneven = ({ counts, w, p }: Pick<LastDigits, 'counts' | 'w' | 'p'>, tests: number): boolean =>
  // With fewer counts the test finds a w of 0.10 in less than 80 of 100 cases.
  counts >= LEAST_SIZES.digits && w >= 0.1 && p * tests < 0.001;
