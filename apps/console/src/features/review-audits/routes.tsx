import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'review-audits',
    lazy: async () => ({ Component: (await import('./ReviewAuditsPage.tsx')).ReviewAuditsPage }),
  },
];
