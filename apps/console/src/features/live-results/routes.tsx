import type { RouteObject } from 'react-router';
import { beginLive } from './api.ts';

export const routes: RouteObject[] = [
  {
    path: 'live-results',
    // Asked for beside the code that shows them; nothing waits for the answer here.
    loader: () => {
      beginLive();
      return null;
    },
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await import('./LivePage.tsx')).LivePage }),
  },
];
