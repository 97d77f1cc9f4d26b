import type { PageRoute } from '../../lib/http/prefetch.ts';

export const routes: PageRoute[] = [
  {
    path: 'reports',
    prefetch: async ({ client }) => client.prefetchQuery((await import('./api.ts')).templatesQuery),
    lazy: async () => ({ Component: (await import('./ReportsPage.tsx')).ReportsPage }),
  },
];
