import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { UNUSUAL_CHECKS } from '@ec/contract/unusual/checks';
import { CHECK_EDITORS, type CheckSettings, DEFAULT_SETTINGS, THRESHOLDS_OF } from '@ec/contract/unusual/settings';

/** Whether the person changes the checks of elections, and brings the results of earlier ones. */
export const mayEditChecks = (editor: {
  role: Role;
  levels: ModuleLevels;
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}): boolean =>
  (CHECK_EDITORS as readonly Role[]).includes(editor.role) &&
  atLeast(editor.levels.election_management, 'write') &&
  holdsPrivilege(editor, 'canManageElections');

/**
 * Settings as they are stored, in the order of the contract: the database keeps no order of fields. What was added since they were stored is as
 * every election begins.
 */
export function settingsOf(stored: Partial<CheckSettings> | null): CheckSettings {
  const settings = UNUSUAL_CHECKS.map((check) => {
    const { mode } = stored?.[check] ?? DEFAULT_SETTINGS[check];
    const held: Readonly<Record<string, number>> = {
      ...DEFAULT_SETTINGS[check].thresholds,
      ...stored?.[check]?.thresholds,
    };
    return [check, { mode, thresholds: Object.fromEntries(THRESHOLDS_OF[check].map((name) => [name, held[name]])) }];
  });
  return Object.fromEntries(settings) as CheckSettings;
}
