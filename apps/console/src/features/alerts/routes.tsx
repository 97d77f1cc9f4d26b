import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'alerts', lazy: async () => ({ Component: (await import('./AlertsPage.tsx')).AlertsPage }) },
];
