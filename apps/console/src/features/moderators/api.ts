import type { UserId } from '@ec/contract/base/common';
import type { CreateModeratorRequest, UpdatePrivilegesRequest } from '@ec/contract/moderators/schemas';
import type { UpdateUserRequest } from '@ec/contract/users/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from '../../lib/http/api.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { type ModeratorFilters, narrowedTo } from './labels.ts';

const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Keys start with `users`: whatever happens to people anywhere makes them stale. */
export const moderatorsQuery = (filters: ModeratorFilters) => {
  const query = {
    ...given({ ...narrowedTo(filters), sort: filters.sort }),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: ['users', 'moderators', query],
    queryFn: ({ signal }) => api.call('GET /moderators', { signal, query }),
    placeholderData: keepPreviousData,
  });
};

/** Those whose role is global moderator; the deleted ones are not among them. */
export const globalModeratorsQuery = (filters: { q: string; sort: string; page: string }) => {
  const { q, sort } = filters;
  const query = {
    role: 'global_moderator',
    ...given({ q, sort }),
    page: pageNumber(filters.page),
    pageSize: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: ['users', 'global-moderators', query],
    queryFn: ({ signal }) => api.call('GET /users', { signal, query }),
    placeholderData: keepPreviousData,
  });
};

/** A call that changes a moderator; lists are read again afterwards, without waiting for them. */
export function useModeratorChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

export type CreateBody = z.input<typeof CreateModeratorRequest>;
export type PrivilegesBody = z.input<typeof UpdatePrivilegesRequest>;

export const createModerator = (body: CreateBody) => api.call('POST /moderators', { body });

export const savePrivileges = ({ id, body }: { id: UserId; body: PrivilegesBody }) =>
  api.call('PUT /moderators/:id/privileges', { params: { id }, body });

export const deactivateModerator = (id: UserId) =>
  api.call('POST /moderators/:id/deactivate', { params: { id }, body: {} });

export const changeModerator = ({ id, body }: { id: UserId; body: z.input<typeof UpdateUserRequest> }) =>
  api.call('PUT /users/:id', { params: { id }, body });

export const deleteModerator = (id: UserId) => api.call('DELETE /users/:id', { params: { id }, body: {} });
