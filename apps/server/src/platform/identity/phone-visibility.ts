import type { UserId } from '@ec/contract/base/common';
import { type LocationId, type LocationType, locationType, NATION, parentOf } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, isInsideOwn } from '../http/actor.ts';
import { inAreas } from '../database/area-filter.ts';

/** Who is in charge of a place, by its kind. The nation's office is not among them: no list answers its phones. */
export const OFFICES: Partial<Record<LocationType, Role>> = {
  region: 'regional_admin',
  state: 'state_admin',
  lga: 'lga_admin',
  ward: 'ward_admin',
};

export type PhoneReader = Pick<Actor, 'userId' | 'role' | 'areas' | 'levels'>;
export interface PhoneOwner {
  id: UserId;
  role: Role;
  area: LocationId | null;
}

/** True for administrators who may see people: they read who holds an office in their areas, and the phone. */
export function seesPeople({ role, levels }: Pick<Actor, 'role' | 'levels'>): boolean {
  return (ADMIN_ROLES as readonly Role[]).includes(role) && levels.user_management !== 'none';
}

/** The offices directly above the areas, each with its place: a unit's ward admin, a ward's LGA admin, up to a state's region. */
function officesAbove(areas: readonly LocationId[]): { role: Role; area: LocationId }[] {
  return areas.flatMap((own) => {
    const area = parentOf(own);
    const role = area === null ? undefined : OFFICES[locationType(area)];
    return area !== null && role !== undefined ? [{ role, area }] : [];
  });
}

/**
 * The one rule of who reads whose phone: one's own; those of people in one's areas, for administrators who may see people;
 * and that of the office directly above, so that a ward can call its LGA. Said in SQL by phoneSeen.
 */
export function seesPhone(reader: PhoneReader, owner: PhoneOwner): boolean {
  const { id, role, area } = owner;
  if (id === reader.userId) return true;
  if (officesAbove(reader.areas).some((above) => above.role === role && above.area === area)) return true;
  return seesPeople(reader) && (area === null ? reader.areas.includes(NATION) : isInsideOwn(reader, area));
}

/** seesPhone as a condition on users, under their alias in the statement. */
export function phoneSeen(reader: PhoneReader, alias = 'u'): RawBuilder<boolean> {
  const { userId, areas } = reader;
  if (seesPeople(reader) && areas.includes(NATION)) return sql<boolean>`true`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const parts = [
    sql`${column('id')} = ${userId}::uuid`,
    ...(seesPeople(reader) ? [inAreas(`${alias}.area_id`, areas)] : []),
    ...officesAbove(areas).map(
      ({ role, area }) => sql`(${column('role')} = ${role} and ${column('area_id')} = ${area}::bigint)`,
    ),
  ];
  return sql<boolean>`coalesce(${sql.join(parts, sql` or `)}, false)`;
}
