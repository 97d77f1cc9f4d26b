import type { PageRoute } from '../../lib/http/prefetch.ts';
import { ifOpen } from '../../lib/session/if-open.ts';

/** One person's details are a part of the list, so that closing them leaves the list as it was. */
export const routes: PageRoute[] = [
  {
    path: 'users/:id?',
    prefetch: ifOpen(async () => (await import('./api.ts')).prefetchUsers),
    lazy: async () => {
      const [{ UsersPage }, { UsersCrash }] = await Promise.all([
        import('./UsersPage.tsx'),
        import('./UsersCrash.tsx'),
      ]);
      return { Component: UsersPage, ErrorBoundary: UsersCrash };
    },
  },
];
