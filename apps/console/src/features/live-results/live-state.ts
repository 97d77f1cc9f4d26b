import type { Basis } from '@ec/contract/base/common';
import { codeOf, type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useNextParams } from '../../lib/hooks/use-url-state.ts';

/** Everything the page shows is in its address. */
const DEFAULTS = {
  election: '',
  view: 'official',
  basis: 'verified',
  /** INEC's code of the area; empty for the nation. */
  area: '',
  /** Kind of the table's rows where it is not the area's children; `constituency` for those of the election's type. */
  rows: '',
  /** How the areas are shown, as far as they can be drawn: a table, or a map of a measure. */
  show: 'table',
  measure: 'leading',
  parties: 'top',
  party: '',
  leading: '',
  status: '',
  sort: '',
};

export type LiveParams = typeof DEFAULTS;
export type View = 'official' | 'grassroots' | 'compare';

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

/** The address for another area: the kind of rows is reset. */
export function areaChange(area: LocationId): Partial<LiveParams> {
  return { area: area === NATION ? '' : codeOf(area), rows: '' };
}

const oneOf = <T extends string>(value: string, allowed: readonly T[], fallback: T): T =>
  allowed.find((word) => word === value) ?? fallback;

export function useLiveState() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => {
    const entries = Object.entries(DEFAULTS).map(([key, value]) => [key, params.get(key) ?? value]);
    const read = Object.fromEntries(entries) as LiveParams;
    return {
      ...read,
      view: oneOf<View>(read.view, ['official', 'grassroots', 'compare'], 'official'),
      basis: oneOf<Basis>(read.basis, ['verified', 'provisional'], 'verified'),
      areaId: locationIdOf(read.area) ?? NATION,
    };
  }, [params]);
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
