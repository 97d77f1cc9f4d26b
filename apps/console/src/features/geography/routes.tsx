import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'geographical-data',
    lazy: async () => ({ Component: (await import('./GeographyPage.tsx')).GeographyPage }),
  },
  {
    path: 'geographical-data/import/:id?',
    lazy: async () => ({ Component: (await import('./ImportPage.tsx')).ImportPage }),
  },
  {
    path: 'geographical-data/constituencies',
    lazy: async () => ({ Component: (await import('./ConstituenciesPage.tsx')).ConstituenciesPage }),
  },
  {
    path: 'geographical-data/constituencies/import',
    lazy: async () => ({ Component: (await import('./ConstituencyImportPage.tsx')).ConstituencyImportPage }),
  },
];
