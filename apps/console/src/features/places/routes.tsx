import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'regional/:region', lazy: async () => ({ Component: (await import('./AreaPages.tsx')).RegionPage }) },
  { path: 'state/:state', lazy: async () => ({ Component: (await import('./AreaPages.tsx')).StatePage }) },
  { path: 'lga/:lga', lazy: async () => ({ Component: (await import('./AreaPages.tsx')).LgaPage }) },
  { path: 'pu/:id', lazy: async () => ({ Component: (await import('./UnitPage.tsx')).UnitPage }) },
];
