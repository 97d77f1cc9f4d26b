import type { QueryClient } from '@tanstack/react-query';
import type { NonIndexRouteObject } from 'react-router';
import { readUserId } from '../session/session-store.ts';

export interface Visit {
  client: QueryClient;
  url: URL;
  userId: string;
}

/**
 * A page's route. `prefetch` requests the page's first answers while its code loads; what it needs of a feature it imports itself, so that
 * the table of routes stays small.
 */
export interface PageRoute extends NonIndexRouteObject {
  prefetch?: (visit: Visit) => Promise<unknown>;
}

let refusedFor: string | null = null;

/** Stops prefetches for a person whose calls the server refuses until they have changed their password. */
export function prefetchNothingFor(userId: string): void {
  refusedFor = userId;
}

/**
 * The route with its `prefetch` as loader. The loader waits for no answer: the page shows its own loading state. When only
 * the search changes, the page itself requests what it needs. The client is bound here and not handed over by the router's
 * context, which would make every change of the address asynchronous.
 */
export function withPrefetch({ prefetch, ...route }: PageRoute, client: QueryClient): NonIndexRouteObject {
  if (!prefetch) return route;
  return {
    ...route,
    loader: ({ request }) => {
      const userId = readUserId();
      if (userId !== null && userId !== refusedFor) {
        // A failure shows where the page asks itself.
        prefetch({ client, url: new URL(request.url), userId }).catch(() => undefined);
      }
      return null;
    },
    shouldRevalidate: () => false,
  };
}
