import type { CreateApprovalRequest } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import type {
  AdminResetPasswordRequest,
  CreateUserRequest,
  SettableStatus,
  UpdateUserRequest,
} from '@ec/contract/users/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { UserBulkAnswer, UserBulkStep } from '@ec/contract/users/bulk';
import { api } from '../../lib/http/api.ts';
import { download } from '../../lib/http/downloads.ts';
import type { Visit } from '../../lib/http/prefetch.ts';
import { stateIn } from '../../lib/hooks/use-url-state.ts';
import { FILTERS, type ListParameters, parametersOf, type UserFilters } from './labels.ts';

const listOf = (query: ListParameters, signal: AbortSignal) => api.call('GET /users', { signal, query });

/** Keys start with `users`: whatever happens to people anywhere makes them stale. */
export const usersQuery = (filters: UserFilters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => listOf(query, signal),
    placeholderData: keepPreviousData,
  });
};

/** The people whose name or phone holds the text, the first of them. */
export const summaryQuery = queryOptions({
  queryKey: ['users', 'summary'],
  queryFn: ({ signal }) => api.call('GET /users/summary', { signal }),
});

export const prefetchUsers = ({ client, url }: Visit) =>
  Promise.all([
    client.prefetchQuery(usersQuery(stateIn(url.searchParams, FILTERS))),
    client.prefetchQuery(summaryQuery),
  ]);

/** Saves the users of the list as it is filtered, as CSV; it continues on other pages. */
export function exportUsers(filters: UserFilters) {
  const { sort: _, page: __, pageSize: ___, ...query } = parametersOf(filters);
  return download('GET /users/export.csv', { title: 'Users', fileName: 'users.csv' }, { query });
}

/** Units of the reader's area by their officers. */
export const unitStatsQuery = queryOptions({
  queryKey: ['users', 'unit-stats'],
  queryFn: ({ signal }) => api.call('GET /polling-units/stats', { signal }),
});

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => api.call('GET /users/:id', { params: { id }, signal }),
    enabled: id !== '',
  });

/** Calls that change people or request a change; lists, summary and approvals are read again afterwards. */
export function usePeopleChange<V, R>(change: (variables: V) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      // Not waited for: a list that is slow to come is no reason to hold the dialog open.
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      void queryClient.invalidateQueries({ queryKey: ['approvals'] });
    },
  });
}

export type CreateBody = z.input<typeof CreateUserRequest>;
export type UpdateBody = z.input<typeof UpdateUserRequest>;
export type ApprovalBody = z.input<typeof CreateApprovalRequest>;

export const createUser = (body: CreateBody) => api.call('POST /users', { body });

export const updateUser = ({ id, body }: { id: UserId; body: UpdateBody }) =>
  api.call('PUT /users/:id', { params: { id }, body });

export const deleteUser = (id: UserId) => api.call('DELETE /users/:id', { params: { id }, body: {} });

export const resetPassword = (body: AdminResetPasswordRequest) => api.call('POST /auth/admin-reset-password', { body });

export const requestApproval = (body: ApprovalBody) => api.call('POST /approvals', { body });

export interface StatusChange {
  status: SettableStatus;
  users: { id: string; updatedAt: string }[];
  justification?: string;
}

/** What would happen to each; asked anew with each dialog. */
export const previewQuery = (change: StatusChange) =>
  queryOptions({
    queryKey: ['user-statuses-preview', change],
    queryFn: ({ signal }) => api.call('POST /users/bulk', { body: { ...change, preview: true }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const changeStatuses = (change: StatusChange) => api.call('POST /users/bulk', { body: change });

/** Stands in the requests that the way back raises where it needs another person. */
const UNDOES = 'Takes back a change of several users at once.';

/** Gives those who were changed their status of before; who was changed since stays. */
export async function undoStatuses(steps: readonly UserBulkStep[]): Promise<UserBulkAnswer> {
  const done = steps.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []));
  const answers: UserBulkAnswer[] = [];
  for (const [status, users] of Map.groupBy(done, (user) => user.status)) {
    const body = { status, users: users.map(({ id, updatedAt }) => ({ id, updatedAt })), justification: UNDOES };
    answers.push(await api.call('POST /users/bulk', { body }));
  }
  return { steps: answers.flatMap((answer) => answer.steps) };
}
