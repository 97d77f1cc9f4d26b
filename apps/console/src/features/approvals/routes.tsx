import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'approvals', lazy: async () => ({ Component: (await import('./QueuePage.tsx')).QueuePage }) },
  { path: 'users/approvals', lazy: async () => ({ Component: (await import('./PanelPage.tsx')).PanelPage }) },
];
