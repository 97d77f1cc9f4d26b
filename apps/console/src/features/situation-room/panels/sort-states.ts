import type { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { silentUnits } from '../../../domain/results/coverage.ts';

const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/** What a column sorts by; texts by the alphabet. */
const KEYS: Record<string, (row: LiveArea, basis: Basis) => number | string> = {
  name: ({ area }) => area.name,
  coverage: ({ coverage }) => share(coverage.reported, coverage.units),
  silent: ({ coverage }) => silentUnits(coverage),
  leading: ({ leading }, basis) => leading[basis] ?? '',
  turnout: (row, basis) => share(row[basis].accreditedVoters, row[basis].registeredVoters),
  disputes: ({ coverage }) => coverage.disputed,
};

/** States by a column, `-` before it for the largest first; in INEC's order where no column is named. */
export function sortStates(states: readonly LiveArea[], sort: string, basis: Basis): LiveArea[] {
  const key = KEYS[sort.replace(/^-/, '')];
  if (!key) return [...states];
  const sorted = states.toSorted((a, b) => {
    const [left, right] = [key(a, basis), key(b, basis)];
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right));
  });
  return sort.startsWith('-') ? sorted.reverse() : sorted;
}
