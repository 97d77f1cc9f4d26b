import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'super-admin/new',
    lazy: async () => ({ Component: (await import('./form/NewModeratorPage.tsx')).NewModeratorPage }),
  },
  { path: 'super-admin', lazy: async () => ({ Component: (await import('./SuperAdminPage.tsx')).SuperAdminPage }) },
  {
    path: 'moderator-management',
    lazy: async () => ({ Component: (await import('./ManagementPage.tsx')).ManagementPage }),
  },
];
