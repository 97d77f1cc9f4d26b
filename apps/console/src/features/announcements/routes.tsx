import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  {
    path: 'announcements',
    lazy: async () => ({ Component: (await import('./AnnouncementsPage.tsx')).AnnouncementsPage }),
  },
];
