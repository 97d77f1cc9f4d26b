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

/** The first page of a tab waits this long for its answers. */
const PATIENCE_MS = 800;

let firstStands = false;

/** From the first page on, pages wait for no answer. */
export function firstPageStands(): void {
  firstStands = true;
}

/**
 * The route with its `prefetch` as loader. A page that is opened from another one shows its own loading state at once. The first page of a
 * tab waits a moment: an answer that arrives while React draws it in steps makes React draw all of it again, in one go. When only
 * the search changes, the page itself requests what it needs. The client is bound here and not handed over by the router's
 * context, which would make every change of the address asynchronous.
 */
export function withPrefetch({ prefetch, ...route }: PageRoute, client: QueryClient): NonIndexRouteObject {
  if (!prefetch) return route;
  return {
    ...route,
    loader: ({ request }) => {
      const userId = readUserId();
      if (userId === null || userId === refusedFor) return null;
      // A failure shows where the page asks itself.
      const answers = prefetch({ client, url: new URL(request.url), userId }).then(nothing, nothing);
      if (firstStands) return null;
      return Promise.race([answers, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))]);
    },
    shouldRevalidate: () => false,
  };
}

const nothing = () => null;
