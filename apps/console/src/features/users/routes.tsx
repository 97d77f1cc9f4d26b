import type { RouteObject } from 'react-router';

/** One person's details are a part of the list, so that closing them leaves the list as it was. */
export const routes: RouteObject[] = [
  {
    path: 'users/:id?',
    lazy: async () => {
      const [{ UsersPage }, { UsersCrash }] = await Promise.all([
        import('./UsersPage.tsx'),
        import('./UsersCrash.tsx'),
      ]);
      return { Component: UsersPage, ErrorBoundary: UsersCrash };
    },
  },
];
