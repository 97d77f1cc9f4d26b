import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import type { PageRoute } from '../../lib/http/prefetch.ts';

export const routes: PageRoute[] = [
  {
    path: 'review',
    prefetch: ({ client }) => client.prefetchQuery(resultElectionsQuery),
    lazy: async () => ({ Component: (await import('./ReviewListPage.tsx')).ReviewListPage }),
  },
  { path: 'review/:resultId', lazy: async () => ({ Component: (await import('./ReviewPage.tsx')).ReviewPage }) },
];
