import type { RouteObject } from 'react-router';

export const routes: RouteObject[] = [
  { path: 'audit-logs', lazy: async () => ({ Component: (await import('./AuditPage.tsx')).AuditPage }) },
];
