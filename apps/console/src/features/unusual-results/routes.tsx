import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'unusual-results',
    lazy: async () => ({ Component: (await import('./UnusualPage.tsx')).UnusualPage }),
  },
  {
    path: 'unusual-results/checks',
    lazy: async () => ({ Component: (await import('./checks/ChecksPage.tsx')).ChecksPage }),
  },
  {
    path: 'unusual-results/earlier',
    lazy: async () => ({ Component: (await import('./earlier/EarlierPage.tsx')).EarlierPage }),
  },
  {
    path: 'unusual-results/statistics',
    lazy: async () => ({ Component: (await import('./StatisticsPage.tsx')).StatisticsPage }),
  },
];
