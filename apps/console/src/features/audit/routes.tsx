import type { PageRoute } from '../../lib/http/prefetch.ts';
import { ifOpen } from '../../lib/session/if-open.ts';

export const routes: PageRoute[] = [
  {
    path: 'audit-logs',
    prefetch: ifOpen(async () => (await import('./api.ts')).prefetchLogs),
    lazy: async () => ({ Component: (await import('./AuditPage.tsx')).AuditPage }),
  },
];
