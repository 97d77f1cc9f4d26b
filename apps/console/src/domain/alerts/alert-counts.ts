import { ALERT_COUNT_MOST } from '@ec/contract/alerts/limits';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

export const ALERT_COUNTS_KEY = ['alerts', 'counts'] as const;

const alertCountsQuery = queryOptions({
  queryKey: ALERT_COUNTS_KEY,
  queryFn: ({ signal }) => api.call('GET /alerts/counts', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** How many alerts that reach the reader are unread and open; not requested for users who may not see alerts. */
export function useAlertCounts() {
  return useQuery({ ...alertCountsQuery, enabled: useMayOpen('/alerts') });
}

/** Counts end at a most, beyond which the exact count does not matter. */
export function alertCountText(count: number): string {
  return count >= ALERT_COUNT_MOST ? `${formatNumber(ALERT_COUNT_MOST)}+` : formatNumber(count);
}
