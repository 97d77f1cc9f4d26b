import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'elections', lazy: async () => ({ Component: (await import('./ElectionsPage.tsx')).ElectionsPage }) },
];
