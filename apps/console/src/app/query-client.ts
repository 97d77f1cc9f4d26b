import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/http/api-error.ts';
import { onSessionChange, readUserId } from '../lib/session/session-store.ts';

const RETRIED = new Set<string>(['NETWORK', 'TIMEOUT', 'UNAVAILABLE']);

/** Queries run even if the browser reports that it is offline: that is often wrong, and an error can be shown. */
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

/** Clears all data of one user from memory before the next one signs in. Returns the function that stops it. */
export function clearBetweenPersons(client: QueryClient): () => void {
  let person = readUserId();
  return onSessionChange(() => {
    const next = readUserId();
    if (person !== null && next !== person) client.clear();
    person = next;
  });
}
