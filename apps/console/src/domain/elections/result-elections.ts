import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

/** Elections with results: first those that accept results now. */
export const resultElectionsQuery = queryOptions({
  queryKey: ['elections', 'with-results'],
  queryFn: ({ signal }) => api.call('GET /elections', { query: { pageSize: 200 }, signal }),
  select: ({ elections }) => {
    const order = ['live', 'completed', 'archived'];
    const shown = elections.filter((election) => order.includes(election.status));
    return shown.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  },
  staleTime: 60_000,
});
