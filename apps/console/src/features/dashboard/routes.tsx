import type { RouteObject } from 'react-router';
import { beginDashboard } from './api.ts';

export const routes: RouteObject[] = [
  {
    path: 'dashboard',
    // The figures are asked for beside the code that shows them, and not after it; nothing waits for the answer here.
    loader: ({ request }) => {
      beginDashboard(new URL(request.url).searchParams);
      return null;
    },
    shouldRevalidate: () => false,
    lazy: async () => ({ Component: (await import('./DashboardPage.tsx')).DashboardPage }),
  },
];
