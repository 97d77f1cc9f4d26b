import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'collations', lazy: async () => ({ Component: (await import('./CollationsPage.tsx')).CollationsPage }) },
  { path: 'collations/enter', lazy: async () => ({ Component: (await import('./entry/EnterPage.tsx')).EnterPage }) },
  { path: 'collations/gap', lazy: async () => ({ Component: (await import('./gap/GapPage.tsx')).GapPage }) },
  { path: 'collations/gains', lazy: async () => ({ Component: (await import('./gap/GainsPage.tsx')).GainsPage }) },
  {
    path: 'collations/progress',
    lazy: async () => ({ Component: (await import('./progress/ProgressPage.tsx')).ProgressPage }),
  },
  {
    path: 'collations/published',
    lazy: async () => ({ Component: (await import('./published/PublishedPage.tsx')).PublishedPage }),
  },
  {
    path: 'collations/published/import',
    lazy: async () => ({ Component: (await import('./published/ImportPage.tsx')).ImportPage }),
  },
  {
    path: 'collations/agents',
    lazy: async () => ({ Component: (await import('./agents/AgentsPage.tsx')).AgentsPage }),
  },
  {
    path: 'collations/:collationId',
    lazy: async () => ({ Component: (await import('./review/CollationPage.tsx')).CollationPage }),
  },
];
