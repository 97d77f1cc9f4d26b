import type { PageRoute } from '../../lib/http/prefetch.ts';
import { ifOpen } from '../../lib/session/if-open.ts';

export const routes: PageRoute[] = [
  {
    path: 'reports',
    prefetch: ifOpen(async () => (await import('./api.ts')).prefetchTemplates),
    lazy: async () => ({ Component: (await import('./ReportsPage.tsx')).ReportsPage }),
  },
];
