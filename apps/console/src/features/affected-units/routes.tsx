import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'affected-units',
    lazy: async () => ({ Component: (await import('./AffectedUnitsPage.tsx')).AffectedUnitsPage }),
  },
];
