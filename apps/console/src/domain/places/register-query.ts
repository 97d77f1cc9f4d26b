import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

/** How far the register is there, with the totals and without lists: read anew when places change anywhere. */
export const registerQuery = queryOptions({
  queryKey: ['geography', 'register'],
  queryFn: ({ signal }) => api.call('GET /geographical-data', { signal, query: { pageSize: 1 } }),
});
