import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

export const readinessQuery = (id: string) =>
  queryOptions({
    queryKey: ['readiness', id],
    queryFn: ({ signal }) => api.call('GET /elections/:id/readiness', { params: { id }, signal }),
    refetchInterval: 60_000,
  });
