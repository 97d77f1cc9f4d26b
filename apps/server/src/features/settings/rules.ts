import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { isOneOf, type Role } from '@ec/contract/permissions/roles';
import { type Settings, SETTINGS_EDITORS } from '@ec/contract/settings/schemas';

/** Settings apply nationwide, so a moderator restricted to a part can only read them. */
export const holdsNation = (areas: readonly LocationId[]): boolean => areas.includes(NATION);

/** Whether the user can change the settings; others read them. */
export function mayEdit(person: {
  role: Role;
  levels: ModuleLevels;
  areas: readonly LocationId[];
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}): boolean {
  const isEditor = isOneOf(SETTINGS_EDITORS, person.role);
  const mayWrite = atLeast(person.levels.settings, 'write') && holdsPrivilege(person, 'canManageSettings');
  return isEditor && mayWrite && holdsNation(person.areas);
}

type Values = Record<string, unknown>;

function flatten(group: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, unknown]],
  );
}

/** The differences by path (`security.sessionTimeout`), with old and new values. */
export function settingsChanges(before: Settings, after: Settings): { previous: Values; next: Values } {
  const was = new Map(flatten(before));
  const changed = flatten(after).filter(([path, value]) => was.get(path) !== value);
  return {
    previous: Object.fromEntries(changed.map(([path]) => [path, was.get(path)])),
    next: Object.fromEntries(changed),
  };
}
