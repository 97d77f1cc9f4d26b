import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'disputes', lazy: async () => ({ Component: (await import('./DisputesPage.tsx')).DisputesPage }) },
  { path: 'disputes/:disputeId', lazy: async () => ({ Component: (await import('./DisputePage.tsx')).DisputePage }) },
];
