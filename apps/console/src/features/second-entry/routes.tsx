import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'second-entry',
    lazy: async () => ({ Component: (await import('./EnterPage.tsx')).EnterPage }),
  },
  {
    path: 'second-entries',
    lazy: async () => ({ Component: (await import('./DifferencesPage.tsx')).DifferencesPage }),
  },
  {
    path: 'second-entries/transcribers',
    lazy: async () => ({ Component: (await import('./TranscribersPage.tsx')).TranscribersPage }),
  },
];
