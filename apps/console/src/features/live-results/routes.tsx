import type { PageRoute } from '../../lib/http/prefetch.ts';
import { liveElectionsQuery } from './api.ts';

export const routes: PageRoute[] = [
  {
    path: 'live-results',
    prefetch: ({ client }) => client.prefetchQuery(liveElectionsQuery),
    lazy: async () => ({ Component: (await import('./LivePage.tsx')).LivePage }),
  },
];
