import { SETTINGS_EDITORS } from '@ec/contract/settings/schemas';
import type { Router } from '../../platform/http/router.ts';
import { changeSettings, readSettings } from './service.ts';

/** The organisation's settings. */
export function settingsRoutes(router: Router): void {
  router.read(
    'GET /settings',
    { access: { module: 'settings', level: 'read' } },
    async ({ db, actor }) => await readSettings(db, actor),
  );

  router.write(
    'PUT /settings',
    {
      access: { roles: SETTINGS_EDITORS, module: 'settings', level: 'write', privilege: 'canManageSettings' },
      audit: ['settings.updated'],
    },
    async (context) => await changeSettings(context, context.actor, context.body),
  );
}
