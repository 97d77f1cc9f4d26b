import type { AuditHead } from '@ec/contract/audit/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { stateIn } from '../../lib/hooks/use-url-state.ts';
import type { Visit } from '../../lib/http/prefetch.ts';
import { type AuditFilters, FILTERS, isNewestPage, parametersOf } from './filters.ts';

const AUDIT_KEY = ['audit'] as const;

/** The newest page follows what happens; others stand still, since their place in the chain does not shift. */
const FOLLOW_MS = 30_000;

export const auditLogsQuery = (filters: AuditFilters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...AUDIT_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /audit-logs', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isNewestPage(filters) && FOLLOW_MS,
  });
};

export const prefetchLogs = ({ client, url }: Visit) =>
  client.prefetchQuery(auditLogsQuery(stateIn(url.searchParams, FILTERS)));

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, 'entry', id],
    queryFn: ({ signal }) => api.call('GET /audit-logs/:id', { params: { id }, signal }),
    // An entry never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

interface VerifyPart {
  from: number;
  most: number;
  signal?: AbortSignal | undefined;
}

const VERIFY_TIMEOUT_MS = 60_000;

/** A part of the chain, checked by the server. */
export const verifyPart = ({ signal, ...query }: VerifyPart) =>
  api.call('GET /audit-logs/verify', { query, signal, timeoutMs: VERIFY_TIMEOUT_MS });

/** The newest link of the chain: the answer of every checked part names it, so the smallest part is requested. */
export const headQuery = queryOptions({
  queryKey: [...AUDIT_KEY, 'head'],
  queryFn: async ({ signal }): Promise<AuditHead> => (await verifyPart({ from: 0, most: 1, signal })).head,
  refetchInterval: FOLLOW_MS,
});

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => api.call('GET /users/:id', { params: { id }, signal }),
    enabled: id !== '',
    retry: false,
  });
