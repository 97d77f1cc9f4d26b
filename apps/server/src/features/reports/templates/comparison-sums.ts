import type { Totals } from '@ec/contract/live/schemas';
import { addTotals } from '@ec/contract/live/sums';
import { ballotOf, OTHERS } from '@ec/contract/elections/parties';
import type { LocationId } from '@ec/contract/geography/location-id';
import { largestDifference, registeredPart, totalsOf } from '../../live/totals.ts';
import { MOST_ROWS } from '../documents/document.ts';
import type { SideFigures, UnitPair } from './comparison-queries.ts';

const MOST_LONELY = 500;

export interface Ballots {
  left: readonly string[];
  right: readonly string[];
  /** All entries of both ballots. */
  all: readonly string[];
  /** Those whose shares can be compared: on both ballots; where the ballots differ, Others is not of the same parties. */
  compared: readonly string[];
}

/** A figure of a party in one of the counts: none where the party is not on its ballot, which is not zero votes. */
export function figureOn<T>(ballot: readonly string[], party: string, figure: T): T | null {
  return ballot.includes(party) ? figure : null;
}

export function ballotsOf(left: readonly string[], right: readonly string[]): Ballots {
  const all = ballotOf([...new Set([...left, ...right])]);
  const both = all.filter((party) => party === OTHERS || (left.includes(party) && right.includes(party)));
  const compared = both.length === all.length ? all : both.filter((party) => party !== OTHERS);
  return { left: ballotOf(left), right: ballotOf(right), all, compared };
}

/** The figures of a unit as totals over all entries of both ballots. */
function totals(figures: SideFigures | null, own: readonly string[], all: readonly string[]): Totals {
  const made = totalsOf(
    figures ? [{ ...figures, ...registeredPart(figures), status: 'verified', units: 1 }] : [],
    'verified',
    own,
  );
  return { ...made, votes: Object.fromEntries(all.map((party) => [party, made.votes[party] ?? 0])) };
}

/** The two counts of an area over the units that both have, and the numbers of units in only one. */
export interface AreaSums {
  left: Totals;
  right: Totals;
  onlyLeft: number;
  onlyRight: number;
  /** Units whose difference exceeds the threshold. */
  above: number;
}

export interface UnitDifference {
  unit: UnitPair;
  left: Totals;
  right: Totals;
  party: string;
  difference: number;
}

export function emptySums({ left, right, all }: Ballots): AreaSums {
  return { left: totals(null, left, all), right: totals(null, right, all), onlyLeft: 0, onlyRight: 0, above: 0 };
}

export interface Sums {
  ballots: Ballots;
  whole: AreaSums;
  byArea: Map<LocationId, AreaSums>;
  differing: UnitDifference[];
  lonely: UnitPair[];
}

/** The units with the largest differences, largest first. */
export function largestOf(differing: readonly UnitDifference[]): UnitDifference[] {
  return differing.toSorted((a, b) => b.difference - a.difference || a.unit.unitId - b.unit.unitId).slice(0, MOST_ROWS);
}

/** Adds a unit to the sums of its area and the total; records it if it differs or is in one count only. */
export function takeIn(sums: Sums, area: LocationId, unit: UnitPair, ballots: Ballots, threshold: number): void {
  const own = sums.byArea.get(area) ?? emptySums(ballots);
  sums.byArea.set(area, own);
  const both = [sums.whole, own];
  if (!unit.left || !unit.right) {
    if (sums.lonely.length < MOST_LONELY) sums.lonely.push(unit);
    for (const each of both) {
      if (unit.left) each.onlyLeft++;
      else each.onlyRight++;
    }
    return;
  }
  const [left, right] = [totals(unit.left, ballots.left, ballots.all), totals(unit.right, ballots.right, ballots.all)];
  const gap = largestDifference(left, right, ballots.compared);
  const above = gap !== null && gap.difference > threshold;
  if (above) sums.differing.push({ unit, left, right, ...gap });
  // Holds at most twice as many as are listed.
  if (sums.differing.length >= 2 * MOST_ROWS) sums.differing = largestOf(sums.differing);
  for (const each of both) {
    each.left = addTotals([each.left, left]);
    each.right = addTotals([each.right, right]);
    if (above) each.above++;
  }
}
