import type { AlertCounts } from '@ec/contract/alerts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { useMayOpen } from './may-open.ts';

export const ALERT_COUNTS_KEY = ['alerts', 'counts'] as const;

export const alertCountsQuery = queryOptions({
  queryKey: ALERT_COUNTS_KEY,
  queryFn: ({ signal }) => api.get<AlertCounts>('/alerts/counts', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** How many alerts that reach the reader are unread and open; asked for by nobody who may not see alerts. */
export function useAlertCounts() {
  return useQuery({ ...alertCountsQuery, enabled: useMayOpen('/alerts') });
}
