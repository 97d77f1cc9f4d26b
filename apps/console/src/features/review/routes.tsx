import type { PageRoute } from '../../lib/http/prefetch.ts';

export const routes: PageRoute[] = [
  {
    path: 'review',
    prefetch: async (visit) => (await import('./api.ts')).prefetchReview(visit),
    lazy: async () => ({ Component: (await import('./ReviewListPage.tsx')).ReviewListPage }),
  },
  { path: 'review/:resultId', lazy: async () => ({ Component: (await import('./ReviewPage.tsx')).ReviewPage }) },
];
