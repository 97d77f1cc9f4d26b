import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

/** Users of the reader's area whose name or phone contains the text, the first of them. */
export const foundUsersQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'found', q],
    queryFn: ({ signal }) => api.call('GET /users', { query: { q, pageSize: 20, page: 1 }, signal }),
    placeholderData: keepPreviousData,
  });
