import {
  ALLOWED_AREAS,
  type ModeratorRole,
  type Privilege,
  PRIVILEGE_IDS,
  PRIVILEGES,
  type Privileges,
} from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { formatMinute } from '../../lib/format/format.ts';
import { AREA_LISTS, endOf, isUsed, type PrivilegeValues } from './form/privilege-form.ts';

const SHOWN = 3;
const MOST_NAMES = 5;

/** The first three privileges of a row, and how many more there are. */
export function shortSummary(privileges: Privileges | null): string {
  if (!privileges) return 'All of the role';
  const titles = PRIVILEGE_IDS.filter((id) => privileges[id]).map((id) => PRIVILEGES[id].title);
  if (titles.length === 0) return 'None';
  const more = titles.length - SHOWN;
  return `${titles.slice(0, SHOWN).join(', ')}${more > 0 ? ` +${more} more` : ''}`;
}

/** True once the privileges grant nothing any more, also where the time came after the list was read. */
export function isExpired(privileges: Privileges | null, now = Date.now()): boolean {
  if (!privileges) return false;
  return privileges.expired || (privileges.validUntil !== null && Date.parse(privileges.validUntil) <= now);
}

/** a, b and c */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** "create and edit users, reset passwords": the actions by what they are done to. */
function deeds(granted: readonly Privilege[]): string {
  const byResource = new Map<string, string[]>();
  for (const id of granted) {
    const { resource, action } = PRIVILEGES[id];
    byResource.set(resource, [...(byResource.get(resource) ?? []), action]);
  }
  return [...byResource].map(([resource, actions]) => `${listed(actions)} ${resource}`).join(', ');
}

/** Widest first; a few by name, of many how many they are. */
function areaWords({ areas }: PrivilegeValues, whole: string): string {
  const names = AREA_LISTS.flatMap((list) => areas.filter(({ type }) => type === ALLOWED_AREAS[list])).map(
    ({ name }) => name,
  );
  if (names.length === 0) return whole;
  const more = names.length - MOST_NAMES;
  return listed(more > 0 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names);
}

/** What the values let the moderator do, in a sentence: May create and edit users in Lagos and Ogun until … */
export function inWords(values: PrivilegeValues, role: ModeratorRole, whole: string): string {
  if (!values.narrowed) return `May do all that a ${ROLES[role].title} may, in ${whole}.`;
  const granted = PRIVILEGE_IDS.filter((id) => values.granted[id] && isUsed(role, id));
  const end = endOf(values);
  const until = end ? ` until ${formatMinute(end)}` : '';
  const where = areaWords(values, whole);
  if (granted.length === 0) return 'Grants nothing: only their own account is open to them.';
  return `May ${deeds(granted)} in ${where}${until}.`;
}

const ABOUT_PEOPLE: readonly Privilege[] = [
  'canCreateUsers',
  'canEditUsers',
  'canDeleteUsers',
  'canResetPasswords',
  'canBulkImport',
  'canManageApprovals',
];

/** True where privileges over people come to nothing, because there is no role whose people they may manage. */
export function lacksRoles({ narrowed, granted, roles }: PrivilegeValues): boolean {
  return narrowed && roles.length === 0 && ABOUT_PEOPLE.some((id) => granted[id]);
}
