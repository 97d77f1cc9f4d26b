import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

export const ENTRIES_WAITING_KEY = ['second-entries', 'waiting'] as const;

const waitingQuery = queryOptions({
  queryKey: ENTRIES_WAITING_KEY,
  queryFn: ({ signal }) => api.call('GET /second-entries/waiting', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** How many second entries wait for a decision of the reader; not requested for users who may not see them. */
export function useEntriesWaiting() {
  return useQuery({ ...waitingQuery, enabled: useMayOpen('/second-entries') });
}
