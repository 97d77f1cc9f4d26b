import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

const approvalCountsQuery = queryOptions({
  queryKey: ['approvals', 'counts'],
  queryFn: ({ signal }) => api.call('GET /approvals/statistics', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** True for users who may open the approval screens at this moment. */
export function useReadsApprovals(): boolean {
  return useMayOpen('/approvals');
}

/** How many requests there are and how many wait for the reader; not requested for users who may not read approvals. */
export function useApprovalCounts() {
  return useQuery({ ...approvalCountsQuery, enabled: useReadsApprovals() });
}
