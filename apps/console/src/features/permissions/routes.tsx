import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'permissions', lazy: async () => ({ Component: (await import('./PermissionsPage.tsx')).PermissionsPage }) },
];
