import type { PersonLink } from '@ec/contract/base/common';
import type { LocationLink } from '@ec/contract/geography/schemas';
import type { User } from '@ec/contract/users/schemas';
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

const LAST_DIGITS = 4;
const MARKED = new Set(['national', 'region']);

/**
 * What tells people of one name apart: "Ward Admin · Ward 5, Ikeja, Lagos · …0001". The zone is left out; so are the digits where the reader may
 * not see the phone.
 */
export function personHint(person: { role: string; chain: readonly LocationLink[]; phone: string | null }): string {
  const { chain, phone } = person;
  const below = chain.filter(({ type }) => !MARKED.has(type));
  const place = (below.length > 0 ? below : chain.slice(-1)).map(({ name }) => name).toReversed();
  return [roleTitle(person.role), place.join(', '), phone && `…${phone.slice(-LAST_DIGITS)}`]
    .filter(Boolean)
    .join(' · ');
}

/** The same of a user in a picker, behind their name. */
export function userChoice({ name, role, assignment, phone }: Pick<User, 'name' | 'role' | 'assignment' | 'phone'>) {
  return `${name}, ${personHint({ role, chain: assignment?.chain ?? [], phone })}`;
}
