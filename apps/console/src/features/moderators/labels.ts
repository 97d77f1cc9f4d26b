import { MODERATOR_ROLES, PRIVILEGE_GROUPS, PRIVILEGE_IDS, PRIVILEGES } from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { SETTABLE_STATUSES, STATUS_LABELS, type UserPlace } from '@ec/contract/users/schemas';

export const ROLE_OPTIONS = MODERATOR_ROLES.map((value) => ({ value, label: ROLES[value].title }));
export const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

/** The privileges under their headings, as they are granted and listed. */
export const GROUPED_PRIVILEGES = PRIVILEGE_GROUPS.map((title) => ({
  title,
  ids: PRIVILEGE_IDS.filter((id) => PRIVILEGES[id].group === title),
}));

/** Where a person acts: Lagos, South West; the nation where nothing stands below it. */
export function areaText(assignment: UserPlace | null): string {
  if (!assignment) return 'Not assigned';
  const links = assignment.chain.filter(({ type }) => type !== 'national');
  const names = links.map(({ name }) => name).toReversed();
  return names.length > 0 ? names.join(', ') : assignment.name;
}
