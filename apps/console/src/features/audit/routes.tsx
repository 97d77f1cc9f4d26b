import type { PageRoute } from '../../lib/http/prefetch.ts';

export const routes: PageRoute[] = [
  {
    path: 'audit-logs',
    prefetch: async (visit) => (await import('./api.ts')).prefetchLogs(visit),
    lazy: async () => ({ Component: (await import('./AuditPage.tsx')).AuditPage }),
  },
];
