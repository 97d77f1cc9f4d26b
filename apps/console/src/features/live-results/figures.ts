import type { LiveArea, LiveSummary, Totals } from '@ec/contract/live';
import { ballotOf, partyColour } from '@ec/contract/parties';
import { validVotes } from '@ec/contract/sheet';
import { formatNumber, formatShare } from '../../lib/format.ts';
import type { Basis } from './live-state.ts';

export const TOP_PARTIES = 4;

/** Share of an area's reported results in dispute from which the area is counted as conspicuous. */
export const DISPUTED_SHARE = 0.02;

export const BASIS_WORD: Record<Basis, string> = { verified: 'Verified', provisional: 'Provisional' };

/** The ballot with the strongest first; equals stay in ballot order. */
export function partiesByVotes(parties: readonly string[], votes: Readonly<Record<string, number>>): string[] {
  return ballotOf(parties).sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0));
}

export interface Slice {
  party: string;
  votes: number;
  /** Of the valid votes, 0 to 1. */
  share: number;
  colour: string;
}

/** Votes by party, the strongest first; beyond `limit` the rest is one slice. Empty where there are no votes. */
export function slicesOf(parties: readonly string[], totals: Totals, limit: number): Slice[] {
  const valid = validVotes(totals.votes);
  if (valid === 0) return [];
  const all = partiesByVotes(parties, totals.votes).map((party) => {
    const votes = totals.votes[party] ?? 0;
    return { party, votes, share: votes / valid, colour: partyColour(party) };
  });
  const rest = all.slice(limit);
  if (rest.length < 2) return all;
  const votes = rest.reduce((sum, slice) => sum + slice.votes, 0);
  const others = { party: `${rest.length} more`, votes, share: votes / valid, colour: partyColour('') };
  return [...all.slice(0, limit), others];
}

/** "Verified, 102,566 of 176,846 units (58.0%)": what a total stands on. */
export function basisText(summary: LiveSummary, basis: Basis): string {
  const { results } = summary.basis[basis];
  const { units } = summary.coverage;
  return `${BASIS_WORD[basis]}, ${formatNumber(results)} of ${formatNumber(units)} units (${formatShare(results, units)})`;
}

/** Areas that the election covers; others have neither units nor results. */
export function coveredAreas(areas: readonly LiveArea[]): LiveArea[] {
  return areas.filter(({ coverage }) => coverage.units > 0 || coverage.reported > 0);
}

export function conspicuous(areas: readonly LiveArea[]): number {
  return areas.filter(({ coverage }) => coverage.disputed > coverage.reported * DISPUTED_SHARE).length;
}

export interface TableSums {
  votes: Record<string, number>;
  totalVotes: number;
  units: number;
  reported: number;
  disputed: number;
}

export function sumsOf(areas: readonly LiveArea[], basis: Basis): TableSums {
  const sums: TableSums = { votes: {}, totalVotes: 0, units: 0, reported: 0, disputed: 0 };
  for (const row of areas) {
    for (const [party, votes] of Object.entries(row[basis].votes)) sums.votes[party] = (sums.votes[party] ?? 0) + votes;
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
      return row.coverage.disputed;
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
