import { useLocation } from 'react-router';

/** The list that a page was opened from, as it was narrowed: its link has the query of the list as `state={{ list: search }}`. */
export function useListAddress(list: string): string {
  const state: unknown = useLocation().state;
  const search = typeof state === 'object' && state !== null && 'list' in state ? state.list : '';
  return `${list}${typeof search === 'string' ? search : ''}`;
}
