import type { LiveArea, LiveHistory } from '@ec/contract/live/schemas';
import type { Basis } from '@ec/contract/base/common';
import { DISPUTED_SHARE, disputeRate } from '../../domain/results/coverage.ts';
import { formatMinute, formatTime } from '../../lib/format/format.ts';

export function conspicuous(areas: readonly Pick<LiveArea, 'coverage'>[]): number {
  return areas.filter(({ coverage }) => disputeRate(coverage) > DISPUTED_SHARE).length;
}

export interface TableSums {
  /** How many results are counted. */
  results: number;
  votes: Record<string, number>;
  totalVotes: number;
  units: number;
  reported: number;
  disputed: number;
}

export function sumsOf(areas: readonly LiveArea[], basis: Basis): TableSums {
  const sums: TableSums = { results: 0, votes: {}, totalVotes: 0, units: 0, reported: 0, disputed: 0 };
  for (const row of areas) {
    for (const [party, votes] of Object.entries(row[basis].votes)) sums.votes[party] = (sums.votes[party] ?? 0) + votes;
    sums.results += row[basis].results;
    sums.totalVotes += row[basis].totalVotes;
    sums.units += row.coverage.units;
    sums.reported += row.coverage.reported;
    sums.disputed += row.coverage.disputed;
  }
  return sums;
}

function sortValue(row: LiveArea, by: string, basis: Basis): number | string {
  switch (by) {
    case 'name':
      return row.area.name;
    case 'leading':
      return row.leading[basis] ?? '';
    case 'reported':
      return row.coverage.units > 0 ? row.coverage.reported / row.coverage.units : 0;
    case 'disputed':
      return disputeRate(row.coverage);
    case 'total':
      return row[basis].totalVotes;
    default:
      return row[basis].votes[by.replace(/^votes\./, '')] ?? 0;
  }
}

const byName = new Intl.Collator('en', { numeric: true });

/** Rows by a column (`-` for descending); without one in the order of INEC's codes. */
export function sortAreas(areas: readonly LiveArea[], sort: string, basis: Basis): LiveArea[] {
  if (!sort) return [...areas];
  const descending = sort.startsWith('-');
  const by = sort.replace(/^-/, '');
  const sorted = areas.toSorted((a, b) => {
    const [left, right] = [sortValue(a, by, basis), sortValue(b, by, basis)];
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : byName.compare(String(left), String(right));
  });
  return descending ? sorted.reverse() : sorted;
}

/** A moment as it is drawn; the shares are absent where nothing is counted by then. */
export interface HistoryPoint {
  at: string;
  results: number;
  shares: Record<string, number | undefined>;
}

export function pointsOf({ points, parties }: LiveHistory, basis: Basis): HistoryPoint[] {
  return points.map(({ at, [basis]: { results, valid, votes } }) => ({
    at,
    results,
    shares: Object.fromEntries(parties.map((party) => [party, valid > 0 ? (votes[party] ?? 0) / valid : undefined])),
  }));
}

const DAY_MS = 86_400_000;

/** How the axis of a history says its moments: by the time alone where the count took less than a day. */
export function tickOf(points: readonly HistoryPoint[]): (at: string) => string {
  const first = Date.parse(points[0]?.at ?? '');
  const last = Date.parse(points.at(-1)?.at ?? '');
  return last - first < DAY_MS ? (at) => formatTime(at) : (at) => formatMinute(at);
}
