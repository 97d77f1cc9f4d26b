import type { DisputeId, UserId } from '@ec/contract/common';
import { chainOf, type LocationId } from '@ec/contract/location-id';
import type { Role } from '@ec/contract/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../platform/area-filter.ts';
import { bigintArray, type Db } from '../../platform/database.ts';
import { EFFECTIVE_STATUS } from '../../platform/person.ts';
import { searchTerms } from '../users/search-queries.ts';
import type {} from './tables.ts';

/** What decides who could resolve a dispute. */
export interface ResolverFilter {
  pollingUnitId: LocationId;
  /** The roles that stand above the raiser and hold write on disputes, the nearest first. */
  roles: readonly Role[];
  /** Never among them: whoever raised it, and whoever entered the figures. */
  except: readonly (UserId | null)[];
}

export interface ResolverRow {
  id: UserId;
  name: string;
  role: Role;
  phone: string;
  area: LocationId;
}

const textArray = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;
const idArray = (ids: readonly string[]) => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** Active people of the roles whose areas hold the unit; a narrowed moderator's areas are those granted. */
function inCharge(unit: LocationId, roles: readonly Role[]): RawBuilder<unknown> {
  const chain = sql`${bigintArray(chainOf(unit))}::bigint[]`;
  return sql`u.role = any (${textArray(roles)}) and u.area_id = any (${chain}) and ${EFFECTIVE_STATUS} = 'ACTIVE'
    and not exists (select from moderator_privileges p
      where p.user_id = u.id and p.areas <> '{}' and not p.areas && ${chain})`;
}

function resolvers({ pollingUnitId, roles, except }: ResolverFilter): RawBuilder<unknown> {
  const others = except.filter((id) => id !== null);
  return sql`${inCharge(pollingUnitId, roles)} and u.id <> all (${idArray(others)})`;
}

/**
 * The active people who could resolve the dispute, the nearest office first, then by name. For whoever is not told phone
 * numbers and addresses they are found by name alone: by trying, a number could be read out of what matches.
 */
export async function listResolvers(
  db: Db,
  filter: ResolverFilter,
  { q, limit, byNameOnly }: { q?: string | undefined; limit: number; byNameOnly: boolean },
): Promise<ResolverRow[]> {
  const text = byNameOnly ? sql`lower(u.name)` : sql`u.search`;
  const found = [resolvers(filter), ...searchTerms(q).map((term) => sql`${text} like ${term}`)];
  const { rows } = await sql<ResolverRow>`select u.id, u.name, u.role, u.phone, u.area_id as area from users u
    where ${sql.join(found, sql` and `)}
    order by array_position(${textArray(filter.roles)}, u.role), u.search, u.id limit ${limit}`.execute(db);
  return rows;
}

/** One of them; undefined where the person could not resolve the dispute. */
export async function findResolver(db: Db, filter: ResolverFilter, id: UserId): Promise<ResolverRow | undefined> {
  const { rows } = await sql<ResolverRow>`select u.id, u.name, u.role, u.phone, u.area_id as area from users u
    where u.id = ${id} and ${resolvers(filter)}`.execute(db);
  return rows[0];
}

/** The holders of the nearest office that could resolve the dispute and is not vacant. */
export async function nearestResolvers(db: Db, filter: ResolverFilter): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select id from (
      select u.id, rank() over (order by array_position(${textArray(filter.roles)}, u.role)) as place from users u
      where ${resolvers(filter)}
    ) near where place = 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** A person's name, where their own area lies in one of the areas. */
export async function findName(db: Db, areas: readonly LocationId[], id: UserId): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select u.name from users u
    where u.id = ${id} and ${inAreas('u.area_id', areas)}`.execute(db);
  return rows[0]?.name;
}

/**
 * Who has a part in the dispute and still sees it: whoever raised it, has it, or commented on it, of the roles given (those
 * that may read disputes).
 */
export async function listParticipants(
  db: Db,
  dispute: { id: DisputeId; pollingUnitId: LocationId },
  roles: readonly Role[],
): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where u.id in (
      select raised_by from disputes where id = ${dispute.id}
      union select assignee_id from disputes where id = ${dispute.id}
      union select by_user_id from dispute_entries where dispute_id = ${dispute.id} and kind = 'comment'
    ) and ${inCharge(dispute.pollingUnitId, roles)}`.execute(db);
  return rows.map(({ id }) => id);
}
