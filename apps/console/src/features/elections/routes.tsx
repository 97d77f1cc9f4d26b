import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'elections', lazy: async () => ({ Component: (await import('./ElectionsPage.tsx')).ElectionsPage }) },
  { path: 'elections/:id/ballot', lazy: async () => ({ Component: (await import('./BallotPage.tsx')).BallotPage }) },
];
