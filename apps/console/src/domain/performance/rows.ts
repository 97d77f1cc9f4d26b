import type { Basis } from '@ec/contract/base/common';
import type { PerformanceRow } from '@ec/contract/dashboards/schemas';
import type { WardUnitRow } from './words.ts';

const byName = new Intl.Collator('en', { numeric: true });

type Value = number | string;

/** What a list can be sorted by, on the basis that is shown: `key` ascending, `-key` descending. */
export const rowSorts = (basis: Basis) => ({
  name: (row: PerformanceRow): Value => row.area.name,
  rate: (row: PerformanceRow): Value => row.submissionRate,
  complete: (row: PerformanceRow): Value => (row.children > 0 ? row.complete / row.children : 0),
  disputes: (row: PerformanceRow): Value => row.disputes,
  leading: (row: PerformanceRow): Value => row.leading[basis] ?? '',
  update: (row: PerformanceRow): Value => row.lastUpdate ?? '',
});

/** Units that have not reported come first, then disputed ones: those need action. */
const URGENCY: Record<WardUnitRow['status'], number> = {
  pending: 0,
  disputed: 1,
  submitted: 2,
  cancelled: 3,
  approved: 4,
};

export const UNIT_SORTS = {
  urgency: (unit: WardUnitRow): Value => URGENCY[unit.status],
  code: (unit: WardUnitRow): Value => unit.code,
  name: (unit: WardUnitRow): Value => unit.name,
  votes: (unit: WardUnitRow): Value => unit.totalVotes ?? -1,
  time: (unit: WardUnitRow): Value => unit.submissionTime ?? '',
} as const;

function compare(a: Value, b: Value): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byName.compare(String(a), String(b));
}

/** Rows in the chosen order; equal rows, and all without a choice, stay in the order of INEC's codes. */
export function sortBy<Row>(
  rows: readonly Row[],
  sort: string,
  keys: Readonly<Record<string, (row: Row) => Value>>,
): Row[] {
  const key = sort.replace(/^-/, '');
  const valueOf = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (!valueOf) return [...rows];
  const way = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => way * compare(valueOf(a), valueOf(b)));
}

/** False for an area that the election leaves out: it has no figures that would say anything. */
export function isCovered({ coverage }: PerformanceRow): boolean {
  return coverage.units > 0 || coverage.reported > 0;
}

/** False where the reader sees no office holder at all, so that nothing is said of them in each row. */
export function showsHolders(rows: readonly PerformanceRow[]): boolean {
  return rows.some(({ contact }) => contact !== null);
}

/** Areas that the election covers before those it leaves out, else in the order they had. */
export function coveredFirst<Row extends PerformanceRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => Number(isCovered(b)) - Number(isCovered(a)));
}

/** True for places whose name or code holds every word. */
export function matches(place: { name: string; code: string }, q: string): boolean {
  const text = `${place.name} ${place.code}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
