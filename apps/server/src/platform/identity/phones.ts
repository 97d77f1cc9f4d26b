import type { UserId } from '@ec/contract/base/common';
import { type LocationId, locationType, type LocationType, NATION, parentOf } from '@ec/contract/geography/location-id';
import { ADMIN_ROLES, isOneOf, type Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import parsePhoneNumber from 'libphonenumber-js/max';
import { type Actor, isInsideOwn } from '../http/actor.ts';
import { inAreas } from '../database/places.ts';

/** The role in charge of a place, by its type. National offices are not listed: no list shows their phone numbers. */
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

/** True for administrators with the permission to see people: they read who holds an office in their areas, with the phone number. */
export function seesPeople({ role, levels }: Pick<Actor, 'role' | 'levels'>): boolean {
  return isOneOf(ADMIN_ROLES, role) && levels.user_management !== 'none';
}

/** The offices directly above the areas, each with its place: the ward admin of a unit, the LGA admin of a ward, up to the region of a state. */
function officesAbove(areas: readonly LocationId[]): { role: Role; area: LocationId }[] {
  return areas.flatMap((own) => {
    const area = parentOf(own);
    const role = area === null ? undefined : OFFICES[locationType(area)];
    return area !== null && role !== undefined ? [{ role, area }] : [];
  });
}

/**
 * The only rule for who reads whose phone number: one's own; those of users in one's areas, for administrators who can see people; and that of the
 * office directly above, so that a ward can call its LGA. phoneSeen is the same rule in SQL.
 */
export function seesPhone(reader: PhoneReader, owner: PhoneOwner): boolean {
  const { id, role, area } = owner;
  if (id === reader.userId) return true;
  if (officesAbove(reader.areas).some((above) => above.role === role && above.area === area)) return true;
  return seesPeople(reader) && (area === null ? reader.areas.includes(NATION) : isInsideOwn(reader, area));
}

/** seesPhone as an SQL condition on users, under their alias in the statement. */
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

/** Invisible characters that contact lists add around a copied number. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Checked before the library, which drops letters silently and reads "O803…" as "803…". */
const FORM = /^\+?[\d\s().-]+$/;

/** Parses a Nigerian mobile number in any usual notation into E.164; undefined if it is not one. */
export function parsePhone(text: string): string | undefined {
  const written = text.replaceAll(INVISIBLE, '').trim();
  if (!FORM.test(written)) return undefined;
  const number = parsePhoneNumber(written.replace(/^00\s*/, '+'), 'NG');
  if (!number?.isValid() || number.country !== 'NG' || number.getType() !== 'MOBILE') return undefined;
  return number.number;
}

/** A stored number as it is dialled, 0803 123 4567: with spaces a spreadsheet keeps it as text. Empty for none. */
export function dialled(phone: string | undefined): string {
  return phone === undefined ? '' : phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '0$1 $2 $3');
}
