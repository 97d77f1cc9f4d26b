import { useCallback, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** A value set within this time counts although the address does not show it yet; an older one was refused by the page. */
const AHEAD_MS = 3000;

/** What the address says, and the defaults where it says nothing. */
export function stateIn<T extends Record<string, string>>(params: URLSearchParams, defaults: T): T {
  return Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value])) as T;
}

/**
 * The address after a change. It is shown a little later than it is set, on a slow phone up to seconds: what is set meanwhile builds on the one
 * before, so that both hold.
 */
export function useNextParams(params: URLSearchParams): (change: (next: URLSearchParams) => void) => URLSearchParams {
  const ahead = useRef<{ over: URLSearchParams; next: URLSearchParams; at: number } | null>(null);
  return useCallback(
    (change) => {
      const unshown = ahead.current;
      const isRecent = unshown !== null && unshown.over === params && Date.now() - unshown.at < AHEAD_MS;
      const next = new URLSearchParams(isRecent ? unshown.next : params);
      change(next);
      ahead.current = { over: params, next, at: Date.now() };
      return next;
    },
    [params],
  );
}

/**
 * Filters kept in the address, so that they survive a reload and can be shared. Values are texts; a value equal to its
 * default is left out of the address. Setting anything but `page` goes back to the first page.
 */
export function useUrlState<T extends Record<string, string>>(
  defaults: T,
): [T, (change: Partial<T>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => stateIn(params, defaults), [params, defaults]);
  const nextParams = useNextParams(params);
  const set = useCallback(
    (change: Partial<T>) => {
      const next = nextParams((after) => {
        if ('page' in defaults && !('page' in change)) after.delete('page');
        for (const [key, value] of Object.entries(change)) {
          if (value === undefined || value === '' || value === defaults[key]) after.delete(key);
          else after.set(key, value);
        }
      });
      setParams(next, { replace: true, preventScrollReset: true });
    },
    [nextParams, setParams, defaults],
  );
  const clear = useCallback(
    () => set(Object.fromEntries(Object.keys(defaults).map((key) => [key, ''])) as Partial<T>),
    [set, defaults],
  );
  return [state, set, clear];
}

/** Filters as they stand in the address. */
export type Filters = Readonly<Record<string, string>>;

/** The filters that restrict a list: those that differ from the default, `whole`. */
export const activeFilters = (filters: Filters, whole: Filters): string[] =>
  Object.keys(whole).filter((key) => filters[key] !== whole[key]);

/** True while any filter is active. */
export const isFilteredFrom = (filters: Filters, whole: Filters): boolean => activeFilters(filters, whole).length > 0;

/** A filter's value where it is one of its choices; unknown values in the address are ignored. */
export const known = (choices: readonly { value: string }[], value: string): string =>
  choices.some((choice) => choice.value === value) ? value : '';
