import type { ContestDayId, ElectionId } from '@ec/contract/base/common';
import type { ConstituencyId } from '@ec/contract/constituencies/schemas';
import type {
  ElectionConfiguration,
  ElectionStatus,
  ElectionType,
  FollowKind,
  Source,
} from '@ec/contract/elections/schemas';
import type { StoredLook } from '@ec/contract/elections/parties';
import { areaRange, chainOf, type LocationId, type LocationType } from '@ec/contract/geography/location-id';
import type { FormCodes } from '@ec/contract/form-codes/codes';
import type { LawProfileId } from '@ec/contract/law/profiles';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import { chainColumns, inAreas, lastIn } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { correctedCodes } from '../form-codes/queries.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';

export interface ElectionRow {
  id: ElectionId;
  name: string;
  description: string;
  type: ElectionType;
  status: ElectionStatus;
  electionDate: string;
  lawProfile: LawProfileId;
  formerLawProfiles: LawProfileId[];
  opensAt: Date;
  closesAt: Date;
  parties: string[];
  configuration: ElectionConfiguration;
  createdAt: Date;
  updatedAt: Date;
  /** Covered areas; for an election in constituencies the LGAs and wards that make them up. */
  areas: { id: LocationId; name: string; units: number; registered: number }[];
  /** Empty where the election covers areas. */
  constituencies: ConstituencyId[];
  follows: { id: ElectionId; as: FollowKind; name: string } | null;
  /** How its parties look; empty before its first ballot. */
  ballot: StoredLook[];
  /** Codes of its forms that were corrected. */
  correctedForms: Partial<FormCodes>;
  contestDay: { id: ContestDayId; name: string } | null;
}

const COLUMNS = sql`e.id, e.name, e.description, e.type, e.status, e.election_date as "electionDate",
  e.law_profile as "lawProfile", e.former_law_profiles as "formerLawProfiles",
  e.opens_at as "opensAt", e.closes_at as "closesAt", e.parties, e.configuration, e.constituencies,
  (select json_build_object('id', f.id, 'as', e.follows_as, 'name', f.name) from elections f
    where f.id = e.follows_id) as follows,
  (select json_build_object('id', d.id, 'name', d.name) from contest_days d where d.id = e.contest_day_id) as "contestDay",
  e.created_at as "createdAt", e.updated_at as "updatedAt", ${correctedCodes('e.type')} as "correctedForms",
  (select coalesce(json_agg(json_build_object('code', p.code, 'name', p.name, 'colour', p.colour,
    'logoFileId', p.logo_file_id) order by p.position), '[]')
    from ballot_parties p where p.election_id = e.id and p.version =
      (select max(b.version) from ballots b where b.election_id = e.id)) as ballot,
  (select json_agg(json_build_object('id', l.id, 'name', l.name, 'units', l.units,
    'registered', coalesce(l.registered_voters, 0)) order by l.id)
    from election_areas a join locations l on l.id = a.location_id where a.election_id = e.id) as areas`;

/** The election overlaps one of the areas: one of its own areas is inside or contains it. */
export const touches = (areas: readonly LocationId[]) =>
  sql`exists (select from election_areas a where a.election_id = e.id and (
    ${inAreas('a.location_id', areas)}
    or a.location_id = any (${`{${areas.flatMap(chainOf).join(',')}}`}::bigint[])))`;

/** The election covers the place in the column. */
export const coversColumn = (id: ElectionId, column: string) =>
  sql`exists (select from election_areas a where a.election_id = ${id} and a.location_id in (${chainColumns(column)}))`;

/** The election is held in the place of the type in the column, or in a part of it. */
export const touchesColumn = (id: ElectionId, column: string, type: LocationType) =>
  sql`(${coversColumn(id, column)} or exists (select from election_areas a
    where a.election_id = ${id} and a.location_id between ${sql.ref(column)} and ${lastIn(sql.ref<LocationId>(column), type)}))`;

/** One election that overlaps one of the areas. */
export async function findElectionRow(
  db: Db,
  id: ElectionId,
  areas: readonly LocationId[],
): Promise<ElectionRow | undefined> {
  const { rows } =
    await sql<ElectionRow>`select ${COLUMNS} from elections e where e.id = ${id} and ${touches(areas)}`.execute(db);
  return rows[0];
}

export async function listElectionRows(
  db: Db,
  filter: {
    areas: readonly LocationId[];
    status?: ElectionStatus | undefined;
    q?: string | undefined;
    sort?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: ElectionRow[]; total: number }> {
  const words = filter.q && `%${likeEscaped(filter.q)}%`;
  const where = sql.join(
    [
      touches(filter.areas),
      ...(filter.status ? [sql`e.status = ${filter.status}`] : []),
      ...(words ? [sql`(e.name ilike ${words} or e.description ilike ${words})`] : []),
    ],
    sql` and `,
  );
  const order = filter.sort === 'name' ? sql`e.name, e.id` : sql`e.election_date desc, e.created_at desc, e.id`;
  const [page, count] = await Promise.all([
    sql<ElectionRow>`select ${COLUMNS} from elections e where ${where} order by ${order}
      limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from elections e where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Elections by id, of any status. */
export async function listElectionsById(db: Db, ids: readonly ElectionId[]): Promise<ElectionRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ElectionRow>`select ${COLUMNS} from elections e
    where e.id in (${sql.join([...ids])})`.execute(db);
  return rows;
}

/** All elections with results: live ones, then completed ones, each newest first. */
export async function listCountedElections(db: Db): Promise<ElectionRow[]> {
  const { rows } = await sql<ElectionRow>`select ${COLUMNS} from elections e
    where e.status in ('live', 'completed')
    order by e.status = 'live' desc, e.election_date desc, e.created_at desc, e.id`.execute(db);
  return rows;
}

/** Elections for an officer of the unit: live, completed or scheduled ones that cover it. */
export async function listElectionsOfUnit(db: Db, unit: LocationId): Promise<ElectionRow[]> {
  const { rows } = await sql<ElectionRow>`/* elections.ofUnit */ select ${COLUMNS} from elections e
    where e.status in ('scheduled', 'live', 'completed') and ${touches([unit])}
    order by array_position(array['live', 'completed', 'scheduled'], e.status), e.election_date desc, e.id limit 20`.execute(
    db,
  );
  return rows;
}

/** The number of polling units of the area, or of the part of the constituency in it, that the election covers. */
export async function coveredUnits(
  db: Db,
  id: ElectionId,
  area: LocationId,
  constituency: ConstituencyId | null = null,
): Promise<number> {
  if (constituency !== null) {
    const { rows } = await sql<{ units: number }>`select coalesce(sum(l.units), 0)::bigint as units
      from constituency_wards w join locations l on l.id = w.ward_id
      where w.constituency_id = ${constituency} and ${inAreas('l.id', [area])} and ${coversColumn(id, 'l.id')}`.execute(
      db,
    );
    return rows[0]?.units ?? 0;
  }
  const { first, last } = areaRange(area);
  const { rows } = await sql<{ units: number }>`select coalesce(sum(l.units), 0)::bigint as units
    from election_areas a join locations l on l.id = case
      when a.location_id between ${first}::bigint and ${last}::bigint then a.location_id
      when a.location_id = any (${`{${chainOf(area).join(',')}}`}::bigint[]) then ${area}::bigint end
    where a.election_id = ${id}`.execute(db);
  return rows[0]?.units ?? 0;
}

export interface StatusCount {
  electionId: ElectionId;
  status: ResultStatus;
  units: number;
}

/** The number of results of one source by status, for each election. */
export async function countByStatus(db: Db, ids: readonly ElectionId[], source: Source): Promise<StatusCount[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('tallies')
    .select(['election_id as electionId', 'status'])
    .select(({ fn }) => fn.sum<number>('units').as('units'))
    .where('election_id', 'in', [...ids])
    .where('source', '=', source)
    .where('level', '=', 'lga')
    .groupBy(['election_id', 'status'])
    .execute();
}

/** The existing ones of the locations. */
export async function existingLocations(db: Db, ids: readonly LocationId[]): Promise<Set<LocationId>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('locations')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Elections `e` and `o` take place in some of the same units, and neither is a re-run of the other. */
const COLLIDE = sql`not (e.follows_as is not distinct from 'rerun' and e.follows_id = o.id)
  and not (o.follows_as is not distinct from 'rerun' and o.follows_id = e.id)
  and exists (select from election_areas a join election_areas b on b.election_id = o.id
    and (a.location_id in (${chainColumns('b.location_id')}) or b.location_id in (${chainColumns('a.location_id')}))
    where a.election_id = e.id)`;

/** Two of the elections, whatever their status, that are of one type and take place in some of the same units; the second by its id. */
export async function findCollision(
  db: Db,
  ids: readonly ElectionId[],
): Promise<{ name: string; other: ElectionId } | undefined> {
  const { rows } = await sql<{ name: string; other: ElectionId }>`/* elections.collision */ select e.name, o.id as other
    from elections e join elections o on o.id > e.id and o.type = e.type
    where e.id = any (${[...ids]}::uuid[]) and o.id = any (${[...ids]}::uuid[]) and ${COLLIDE}
    order by e.created_at, o.created_at limit 1`.execute(db);
  return rows[0];
}

/** The names of elections of the same type and day that take place in some of the same units, but for one that the other follows as a re-run. */
export async function listOverlapping(db: Db, id: ElectionId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`/* elections.overlapping */ select o.name
    from elections e join elections o on o.id <> e.id and o.type = e.type and o.election_date = e.election_date
    where e.id = ${id} and o.status in ('scheduled', 'live', 'completed')
      and ${COLLIDE}
    order by o.created_at limit 3`.execute(db);
  return rows.map(({ name }) => name);
}

/** True if any result was ever submitted for the election. */
export async function hasResults(db: Db, id: ElectionId): Promise<boolean> {
  const row = await db.selectFrom('results').select('id').where('election_id', '=', id).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Every election with its number of results, for the recount. */
export async function listElectionIds(db: Db): Promise<{ id: ElectionId; name: string; results: number }[]> {
  const { rows } = await sql<{ id: ElectionId; name: string; results: number }>`select e.id, e.name,
    (select count(*) from results r where r.election_id = e.id) as results from elections e order by e.created_at`.execute(
    db,
  );
  return rows;
}

/** A condition: the newest version of the result that the alias names was entered at the desk. */
export const isDesk = (result: string) => sql<boolean>`exists (select from desk_versions k
  where k.result_id = ${sql.ref(`${result}.id`)} and k.version = ${sql.ref(`${result}.version`)})`;
