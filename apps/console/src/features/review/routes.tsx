import type { RouteObject } from 'react-router';
import { beginResultElections } from '../../domain/elections/result-elections.ts';

export const routes: RouteObject[] = [
  {
    path: 'review',
    // Asked for beside the code that shows them; nothing waits for the answer here.
    loader: () => {
      beginResultElections();
      return null;
    },
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await import('./ReviewListPage.tsx')).ReviewListPage }),
  },
  { path: 'review/:resultId', lazy: async () => ({ Component: (await import('./ReviewPage.tsx')).ReviewPage }) },
];
