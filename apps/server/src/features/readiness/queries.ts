import type { ConstituencyKind } from '@ec/contract/constituencies/kinds';
import { areaRange, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';

/** A number of places, and the first of them by code. */
export interface PlaceCount {
  count: number;
  places: LocationId[];
}

const NAMED = 5;

/** The areas as rows `a` of first and last id: an election of 774 LGAs would make as many conditions. */
function ranges(areas: readonly LocationId[]): RawBuilder<unknown> {
  const list = areas.map(areaRange);
  return sql`unnest(${`{${list.map(({ first }) => first).join(',')}}`}::bigint[],
    ${`{${list.map(({ last }) => last).join(',')}}`}::bigint[]) a (first, last)`;
}

async function countPlaces(
  db: Db,
  areas: readonly LocationId[],
  type: LocationType,
  condition: RawBuilder<unknown>,
): Promise<PlaceCount> {
  const { rows } = await sql<{ count: number; places: LocationId[] | null }>`
    with missing as materialized (
      select l.id from ${ranges(areas)} join locations l on l.id between a.first and a.last
      where l.type = ${type} and ${condition})
    select (select count(*) from missing) as count,
      (select json_agg(f.id order by f.id) from (select id from missing order by id limit ${NAMED}) f) as places`.execute(
    db,
  );
  return { count: rows[0]?.count ?? 0, places: rows[0]?.places ?? [] };
}

/** Places of the type whose office has no active holder. */
export async function countWithoutHolder(
  db: Db,
  areas: readonly LocationId[],
  { type, role }: { type: LocationType; role: Role },
): Promise<PlaceCount> {
  const condition = sql`not exists (select from users u
    where u.area_id = l.id and u.role = ${role} and u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE')`;
  return await countPlaces(db, areas, type, condition);
}

export async function countUnitsWithoutVoters(db: Db, areas: readonly LocationId[]): Promise<PlaceCount> {
  return await countPlaces(db, areas, 'polling_unit', sql`coalesce(l.registered_voters, 0) = 0`);
}

export async function countWardsWithoutUnits(db: Db, areas: readonly LocationId[]): Promise<PlaceCount> {
  return await countPlaces(db, areas, 'ward', sql`l.units = 0`);
}

export async function countPlaceholders(db: Db, areas: readonly LocationId[]): Promise<PlaceCount> {
  return await countPlaces(db, areas, 'polling_unit', sql`l.placeholder`);
}

/** Wards without a constituency of the kind. */
export async function countWithoutConstituency(
  db: Db,
  areas: readonly LocationId[],
  kind: ConstituencyKind,
): Promise<PlaceCount> {
  const condition = sql`not exists (select from constituency_wards w where w.ward_id = l.id and w.kind = ${kind})`;
  return await countPlaces(db, areas, 'ward', condition);
}

/** Active people of the areas who have never signed in, and those who never chose a password by their invite. */
export async function countNotTakenUp(
  db: Db,
  areas: readonly LocationId[],
  officers: readonly Role[],
): Promise<{ neverSignedIn: number; notConfirmed: number }> {
  const { rows } = await sql<{ neverSignedIn: number; notConfirmed: number }>`
    select count(*) filter (where u.last_login_at is null
        and u.role = any (${`{${officers.join(',')}}`}::text[])) as "neverSignedIn",
      count(*) filter (where u.password_hash is null) as "notConfirmed"
    from ${ranges(areas)} join users u on u.area_id between a.first and a.last
    where u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(db);
  return rows[0] ?? { neverSignedIn: 0, notConfirmed: 0 };
}
