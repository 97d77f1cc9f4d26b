import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/http/api-error.ts';

const RETRIED = new Set<string>(['NETWORK', 'TIMEOUT', 'UNAVAILABLE']);

/** Queries run even where the browser believes itself offline: its belief is often wrong, and an error can be shown. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 10_000,
        retry: (failures, error) => error instanceof ApiError && RETRIED.has(error.code) && failures < 2,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
