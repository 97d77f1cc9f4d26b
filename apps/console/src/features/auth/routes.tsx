import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'login', lazy: async () => ({ Component: (await import('./LoginRoute.tsx')).LoginRoute }) },
];
