import type { UserId } from '@ec/contract/base/common';
import type { ActiveSession } from '@ec/contract/security/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import { lockedParameters, pageOf, type SecurityFilters, sessionParameters, signInParameters } from './filters.ts';

export const SECURITY_KEY = ['security'] as const;

const STATUS_MS = 10_000;
const LIST_MS = 30_000;

const SOON_MS = 2000;

export const statusQuery = queryOptions({
  queryKey: [...SECURITY_KEY, 'status'],
  queryFn: ({ signal }) => api.call('GET /security/status', { signal }),
  // The first answer may be of the last look minutes ago; what it started to measure is there soon.
  refetchInterval: ({ state }) => (state.dataUpdateCount === 1 ? SOON_MS : STATUS_MS),
});

export const sessionsQuery = (filters: SecurityFilters) => {
  const query = sessionParameters(filters);
  return queryOptions({
    queryKey: [...SECURITY_KEY, 'sessions', query],
    queryFn: ({ signal }) => api.call('GET /security/sessions', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
};

export const signInsQuery = (filters: SecurityFilters) => {
  const query = signInParameters(filters);
  return queryOptions({
    queryKey: [...SECURITY_KEY, 'sign-ins', query],
    queryFn: ({ signal }) => api.call('GET /security/failed-sign-ins', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
};

export const lockedQuery = (filters: SecurityFilters) => {
  const query = lockedParameters(filters);
  return queryOptions({
    queryKey: [...SECURITY_KEY, 'locked', query],
    queryFn: ({ signal }) => api.call('GET /security/locked-accounts', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
};

export const alertsQuery = (filters: SecurityFilters) => {
  const query = { page: pageOf(filters), pageSize: PAGE_SIZE };
  return queryOptions({
    queryKey: [...SECURITY_KEY, 'alerts', query],
    queryFn: ({ signal }) => api.call('GET /security/alerts', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });
};

/** Acts on sessions and accounts; the lists are read again afterwards, also after a conflict. */
export function useSecurityChange<V>(change: (variables: V) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      // Not waited for: a list that is slow to come is no reason to hold the dialog open.
      void queryClient.invalidateQueries({ queryKey: SECURITY_KEY });
    },
  });
}

export const endSession = ({ id }: Pick<ActiveSession, 'id'>) =>
  api.call('DELETE /security/sessions/:id', { params: { id } });

export const unlock = (userId: UserId) => api.call('POST /security/locked-accounts/unlock', { body: { userId } });
