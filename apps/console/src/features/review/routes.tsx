import type { PageRoute } from '../../lib/http/prefetch.ts';
import { ifOpen } from '../../lib/session/if-open.ts';

export const routes: PageRoute[] = [
  {
    path: 'review',
    prefetch: ifOpen(async () => (await import('./api.ts')).prefetchReview),
    lazy: async () => ({ Component: (await import('./ReviewListPage.tsx')).ReviewListPage }),
  },
  { path: 'review/:resultId', lazy: async () => ({ Component: (await import('./ReviewPage.tsx')).ReviewPage }) },
];
