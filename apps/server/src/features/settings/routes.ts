import { SaveSettingsRequest, SETTINGS_EDITORS, SettingsAnswer } from '@ec/contract/settings/schemas';
import type { Router } from '../../platform/http/router.ts';
import { changeSettings, readSettings } from './service.ts';

/** The organisation's settings. */
export function settingsRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/settings',
      summary: 'The settings of the organisation',
      access: { module: 'settings', level: 'read' },
      fresh: true,
      answer: SettingsAnswer,
    },
    async ({ db, actor }) => await readSettings(db, actor),
  );

  router.write(
    {
      method: 'PUT',
      path: '/settings',
      summary: 'Save the settings of the organisation',
      access: { roles: SETTINGS_EDITORS, module: 'settings', level: 'write', privilege: 'canManageSettings' },
      audit: ['settings.updated'],
      body: SaveSettingsRequest,
      answer: SettingsAnswer,
    },
    async (context) => await changeSettings(context, context.actor, context.body),
  );
}
