import type { UserBulkAnswer, UserBulkStep } from '@ec/contract/users/bulk';
import type { SettableStatus } from '@ec/contract/users/schemas';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/http/api.ts';

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
