import type { PersonLink } from '@ec/contract/base/common';
import { normaliseRole, ROLES } from '@ec/contract/permissions/roles';

/** A role's title, whatever its spelling in older records. */
export function roleTitle(role: string): string {
  const known = normaliseRole(role);
  return known ? ROLES[known].title : role;
}

/** "Ada Obi (Ward Admin)"; null stands for the system. */
export function personText(person: Pick<PersonLink, 'name' | 'role'> | null): string {
  return person ? `${person.name} (${roleTitle(person.role)})` : 'the system';
}
