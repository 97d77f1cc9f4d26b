import type { UserId } from '@ec/contract/base/common';
import { chainOf, type LocationId } from '@ec/contract/geography/location-id';
import { MODERATOR_ROLES, type Privilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS, takenUp } from '../../platform/identity/person.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { textArray, uuidArray } from '../../platform/database/sql-parts.ts';
import { matchingPeople, searchTerms } from './search-queries.ts';

/** The conditions for resolving a dispute. */
export interface ResolverFilter {
  pollingUnitId: LocationId;
  /** The roles above the raiser with write access to disputes, lowest first. */
  roles: readonly Role[];
  /** Excluded: the raiser, the sender, and users who could sign in as the sender. */
  except: readonly (string | null)[];
  /** The privilege that a restricted moderator needs. */
  privilege: Privilege;
  now: Date;
}

export interface ResolverRow {
  id: UserId;
  name: string;
  role: Role;
  phone: string;
  area: LocationId;
}

/** Active users of the roles whose areas contain the unit; for a restricted moderator the granted areas. */
export function inCharge(unit: LocationId, roles: readonly Role[]): RawBuilder<unknown> {
  const chain = sql`${bigintArray(chainOf(unit))}::bigint[]`;
  return sql`u.role = any (${textArray(roles)}) and u.area_id = any (${chain}) and ${EFFECTIVE_STATUS} = 'ACTIVE'
    and not exists (select from moderator_privileges p
      where p.user_id = u.id and p.areas <> '{}' and not p.areas && ${chain})`;
}

/** The holders of an office above the unit, whether or not they have taken up the account. */
export async function holdersInCharge(db: Db, unit: LocationId, role: Role): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where ${inCharge(unit, [role])}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How to reach the holder of an office above the unit who has taken up the account; undefined if there is none. */
export async function findInCharge(
  db: Db,
  unit: LocationId,
  role: Role,
): Promise<{ name: string; phone: string } | undefined> {
  const { rows } = await sql<{ name: string; phone: string }>`select u.name, u.phone from users u
    where ${inCharge(unit, [role])} and ${takenUp('u')} order by u.id limit 1`.execute(db);
  return rows[0];
}

function resolvers({ pollingUnitId, roles, except, privilege, now }: ResolverFilter): RawBuilder<unknown> {
  const others = except.filter((id) => id !== null);
  return sql`${inCharge(pollingUnitId, roles)} and ${takenUp('u')} and u.id <> all (${uuidArray(others)})
    and not exists (select from moderator_privileges p
      where p.user_id = u.id and u.role = any (${textArray(MODERATOR_ROLES)})
        and (${privilege} <> all (p.granted) or p.valid_until <= ${now}))`;
}

/** The active users who can resolve the dispute and have taken up their accounts, lowest office first, then by name. */
export async function listResolvers(
  db: Db,
  filter: ResolverFilter,
  { reader, q, limit }: { reader: PhoneReader; q?: string | undefined; limit: number },
): Promise<ResolverRow[]> {
  const found = [resolvers(filter), ...matchingPeople(reader, searchTerms(q))];
  const { rows } = await sql<ResolverRow>`select u.id, u.name, u.role, u.phone, u.area_id as area from users u
    where ${sql.join(found, sql` and `)}
    order by array_position(${textArray(filter.roles)}, u.role), lower(u.name), u.id limit ${limit}`.execute(db);
  return rows;
}

/** One of them; undefined if the user cannot resolve the dispute. */
export async function findResolver(db: Db, filter: ResolverFilter, id: UserId): Promise<ResolverRow | undefined> {
  const { rows } = await sql<ResolverRow>`select u.id, u.name, u.role, u.phone, u.area_id as area from users u
    where u.id = ${id} and ${resolvers(filter)}`.execute(db);
  return rows[0];
}

/** The holders of the lowest office that is not vacant and can resolve the dispute. */
export async function nearestResolvers(db: Db, filter: ResolverFilter): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select id from (
      select u.id, rank() over (order by array_position(${textArray(filter.roles)}, u.role)) as place from users u
      where ${resolvers(filter)}
    ) near where place = 1`.execute(db);
  return rows.map(({ id }) => id);
}
