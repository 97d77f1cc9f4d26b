import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'deliveries', lazy: async () => ({ Component: (await import('./DeliveriesPage.tsx')).DeliveriesPage }) },
];
