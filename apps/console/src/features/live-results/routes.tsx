import type { PageRoute } from '../../lib/http/prefetch.ts';
import { prefetchLive } from './api.ts';

export const routes: PageRoute[] = [
  {
    path: 'live-results',
    prefetch: prefetchLive,
    lazy: async () => ({ Component: (await import('./LivePage.tsx')).LivePage }),
  },
];
