import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'elections/:id/readiness',
    lazy: async () => ({ Component: (await import('./ReadinessPage.tsx')).ReadinessPage }),
  },
];
