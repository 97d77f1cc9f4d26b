import type { PageRoute } from '../../lib/http/prefetch.ts';
import { ifOpen } from '../../lib/session/if-open.ts';

const formPage = async () => await import('./form/UserFormPage.tsx');

/** One person's details are a part of the list, so that closing them leaves the list as it was. */
export const routes: PageRoute[] = [
  { path: 'users/new', lazy: async () => ({ Component: (await formPage()).NewUserPage }) },
  { path: 'users/:id/edit', lazy: async () => ({ Component: (await formPage()).EditUserPage }) },
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
