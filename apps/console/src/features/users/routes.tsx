import type { PageRoute } from '../../lib/http/prefetch.ts';

/** One person's details are a part of the list, so that closing them leaves the list as it was. */
export const routes: PageRoute[] = [
  {
    path: 'users/:id?',
    prefetch: async (visit) => (await import('./api.ts')).prefetchUsers(visit),
    lazy: async () => {
      const [{ UsersPage }, { UsersCrash }] = await Promise.all([
        import('./UsersPage.tsx'),
        import('./UsersCrash.tsx'),
      ]);
      return { Component: UsersPage, ErrorBoundary: UsersCrash };
    },
  },
];
