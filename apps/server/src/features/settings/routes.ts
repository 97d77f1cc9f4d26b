import { Settings } from '@ec/contract/settings';
import type { Router } from '../../platform/router.ts';

/** The organisation's settings. */
export function settingsRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/settings',
      summary: 'The settings of the organisation',
      access: { module: 'settings', level: 'read' },
      answer: Settings,
    },
    async ({ organisation }) => organisation.settings,
  );
}
