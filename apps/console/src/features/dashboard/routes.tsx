import type { PageRoute } from '../../lib/http/prefetch.ts';
import { askIn, dashboardQuery } from './api.ts';

export const routes: PageRoute[] = [
  {
    path: 'dashboard',
    prefetch: ({ client, url }) => client.prefetchQuery(dashboardQuery(askIn(url.searchParams))),
    lazy: async () => ({ Component: (await import('./DashboardPage.tsx')).DashboardPage }),
  },
];
