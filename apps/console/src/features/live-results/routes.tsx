import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'live-results', lazy: async () => ({ Component: (await import('./LivePage.tsx')).LivePage }) },
];
