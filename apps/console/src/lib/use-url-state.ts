import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters kept in the address, so that they survive a reload and can be sent to somebody. Values are texts; a value equal to its
 * default is left out of the address. Setting anything but `page` goes back to the first page.
 */
export function useUrlState<T extends Record<string, string>>(
  defaults: T,
): [T, (change: Partial<T>) => void, () => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => {
    const entries = Object.entries(defaults).map(([key, value]) => [key, params.get(key) ?? value]);
    return Object.fromEntries(entries) as T;
  }, [params, defaults]);
  const set = useCallback(
    (change: Partial<T>) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          if ('page' in defaults && !('page' in change)) next.delete('page');
          for (const [key, value] of Object.entries(change)) {
            if (value === undefined || value === '' || value === defaults[key]) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, defaults],
  );
  const clear = useCallback(
    () => set(Object.fromEntries(Object.keys(defaults).map((key) => [key, ''])) as Partial<T>),
    [set, defaults],
  );
  return [state, set, clear];
}
