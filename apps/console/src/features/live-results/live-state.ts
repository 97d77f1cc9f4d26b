import type { Basis } from '@ec/contract/base/common';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { LiveArea, LiveSummary } from '@ec/contract/live/schemas';
import { addCoverage, addTotals } from '@ec/contract/live/sums';
import { DEFAULTS, liveParamsIn, type LiveParams } from './live-params.ts';
import { useNextParams } from '../../lib/hooks/use-url-state.ts';

/** Changes an address; what equals its default is left out. */
function apply(change: Partial<LiveParams>, next: URLSearchParams): void {
  for (const [key, value] of Object.entries(change)) {
    if (!value || value === DEFAULTS[key as keyof LiveParams]) next.delete(key);
    else next.set(key, value);
  }
}

/** The search part of an address after a change. */
function searchAfter(old: URLSearchParams, change: Partial<LiveParams>): string {
  const next = new URLSearchParams(old);
  apply(change, next);
  const text = next.toString();
  return text ? `?${text}` : '';
}

export function useLiveState() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => liveParamsIn(params), [params]);
  const nextParams = useNextParams(params);
  /** Steps that Back should undo are pushed: another election, another area. */
  const set = useCallback(
    (change: Partial<LiveParams>) =>
      setParams(
        nextParams((next) => apply(change, next)),
        { replace: !('area' in change || 'election' in change), preventScrollReset: true },
      ),
    [nextParams, setParams],
  );
  const linkTo = useCallback((change: Partial<LiveParams>) => searchAfter(params, change), [params]);
  return { state, set, linkTo };
}

export type LiveState = ReturnType<typeof useLiveState>;

/** A row of the table, of an area or a constituency. */
export type LiveRow = Pick<LiveArea, 'coverage' | 'leading' | Basis>;

/** The summary over these of its rows alone, such as those where a party leads. */
export function summaryOver(summary: LiveSummary, rows: readonly LiveRow[]): LiveSummary {
  const totals = (basis: Basis) => addTotals(rows.map((row) => row[basis]));
  const coverage = addCoverage(rows.map((row) => row.coverage));
  return { ...summary, coverage, basis: { verified: totals('verified'), provisional: totals('provisional') } };
}

/** What the page is narrowed to, for the line below its title; empty for nothing. `rows`: what the table has a row of. */
export function narrowedText({ party, leading }: { party: string; leading: string }, rows: string): string {
  const votes = party && ` · votes of ${party} only`;
  const where = leading && ` · ${rows} with ${leading === 'Tie' ? 'a tie' : `${leading} in the lead`} only`;
  return `${votes}${where}`;
}
