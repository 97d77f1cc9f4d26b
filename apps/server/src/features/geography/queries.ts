import {
  type LocationId,
  locationIdOf,
  locationType,
  type LocationType,
  parentOf,
} from '@ec/contract/geography/location-id';
import type { Location, LocationListQuery } from '@ec/contract/geography/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { areaColumn, chainLinks, inAreas, isUnitColumn, lastIn, loadNames } from '../../platform/database/places.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';

/** The filter of a list of locations; `within` are the reader's areas. */
export interface LocationFilter {
  within: readonly LocationId[];
  type?: LocationType | undefined;
  parentId?: LocationId | undefined;
  q?: string | undefined;
}

/** Words looked for at once; a full address of a unit has fewer. */
const MOST_WORDS = 8;
const wordsOf = (q: string) =>
  q
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MOST_WORDS);

/** For each word of `q`, all that lies in areas whose name has it: `held.inside`, by the word's place from 1 on. */
const heldBy = (q: string) => sql`held as materialized (
  select word.at, range_agg(int8range(a.id, case a.type ${sql.join(
    (['region', 'state', 'lga', 'ward'] as const).map(
      (type) => sql`when ${sql.lit(type)} then ${lastIn(sql.ref<LocationId>('a.id'), type)}`,
    ),
    sql` `,
  )} end, '[]')) as inside
  from unnest(${wordsOf(q).map((word) => `%${likeEscaped(word)}%`)}::text[]) with ordinality as word (pattern, at)
  join locations a on a.type in ('region', 'state', 'lga', 'ward') and a.search like word.pattern group by word.at)`;

function where({ within, type, parentId, q }: LocationFilter) {
  const parts: ReturnType<typeof sql>[] = [inAreas('l.id', within)];
  if (type !== undefined) parts.push(sql`l.type = ${type}`);
  if (parentId !== undefined) parts.push(sql`l.parent_id = ${parentId}::bigint`);
  if (q) {
    for (const [index, word] of wordsOf(q).entries()) {
      const text = likeEscaped(word);
      parts.push(sql`(l.search like ${`%${text}%`} or l.code like ${`${text.toUpperCase()}%`}
        or l.id <@ (select inside from held where at = ${sql.lit(index + 1)}))`);
    }
  }
  return sql.join(parts, sql` and `);
}

interface Row {
  id: LocationId;
  name: string;
  code: string;
  registered_voters: number | null;
  units: number;
  /** Null where no office was asked about. */
  taken: boolean | null;
}

/** Whether a user holds the role at the place; deleted users hold none. */
const takenBy = (role: Role | undefined) =>
  role === undefined
    ? sql`null::boolean`
    : sql`exists (select from users u where u.role = ${role} and u.area_id = l.id and u.status <> 'DELETED')`;

async function toLocations(db: Db, rows: readonly Row[]): Promise<Location[]> {
  const names = await loadNames(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    type: locationType(row.id),
    name: row.name,
    code: row.code,
    parentId: parentOf(row.id),
    chain: chainLinks(row.id, names),
    ...(row.registered_voters !== null && { registeredVoters: row.registered_voters }),
    units: row.units,
    ...(row.taken !== null && { taken: row.taken }),
  }));
}

const ORDERS = new Map([
  ['code', sql`l.id`],
  ['-code', sql`l.id desc`],
  ['name', sql`l.search, l.id`],
  ['-name', sql`l.search desc, l.id`],
]);

/** One page of the matching locations. Each word of `q` is in the place's name, begins its code, or is in the name of an area that holds it. */
export async function listLocations(
  db: Db,
  filter: LocationFilter,
  page: Pick<LocationListQuery, 'page' | 'pageSize' | 'limit' | 'sort' | 'officeOf'>,
): Promise<{ locations: Location[]; total: number }> {
  const size = page.pageSize ?? page.limit ?? 100;
  // The widest first: who types the name of an LGA means the LGA, then what lies in it.
  const standard = filter.q ? sql`length(l.code), l.id` : sql`l.id`;
  const order = ORDERS.get(page.sort ?? '') ?? standard;
  const held = filter.q ? sql`with ${heldBy(filter.q)}` : sql``;
  const [rows, total] = await Promise.all([
    sql<Row>`${held} select l.id, l.name, l.code, l.registered_voters, l.units, ${takenBy(page.officeOf)} as taken from locations l
      where ${where(filter)} order by ${order} limit ${size} offset ${(page.page - 1) * size}`.execute(db),
    sql<{ count: number }>`${held} select count(*) from locations l where ${where(filter)}`.execute(db),
  ]);
  return { locations: await toLocations(db, rows.rows), total: total.rows[0]?.count ?? 0 };
}

export async function findLocation(db: Db, id: LocationId): Promise<Location | undefined> {
  const row = await db
    .selectFrom('locations')
    .select(['id', 'name', 'code', 'registered_voters', 'units'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (await toLocations(db, [{ ...row, taken: null }]))[0];
}

/** The id of a reference; a code outside the numbering (a state added by hand) is looked up. */
export async function resolveReference(db: Db, reference: string): Promise<LocationId | undefined> {
  const id = locationIdOf(reference);
  if (id !== undefined) return id;
  const row = await db.selectFrom('locations').select('id').where('code', '=', reference.trim()).executeTakeFirst();
  return row?.id;
}

/** All places of one type and name, anywhere or below one parent. */
export async function findByName(
  db: Db,
  type: LocationType,
  name: string,
  parentId: LocationId | undefined,
): Promise<LocationId[]> {
  const rows = await db
    .selectFrom('locations')
    .select('id')
    .where('type', '=', type)
    .where('search', '=', sql<string>`lower(${name})`)
    .$if(parentId !== undefined, (query) => query.where('parent_id', '=', parentId ?? null))
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

/** Places of one type and name inside an area; at most a hundred. */
export async function placesNamed(
  db: Db,
  which: { type: LocationType; name: string; within: LocationId },
): Promise<LocationId[]> {
  const { rows } = await sql<{ id: LocationId }>`select id from locations
    where type = ${which.type} and search = lower(${which.name}) and ${inAreas('id', [which.within])}
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** States and LGAs by code, for checking a register against them. */
export async function loadUpperPlaces(db: Db): Promise<{ id: LocationId; code: string; name: string }[]> {
  return await db
    .selectFrom('locations')
    .select(['id', 'code', 'name'])
    .where('type', 'in', ['state', 'lga'])
    .execute();
}

export interface UnitTally {
  state: LocationId;
  total: number;
  active: number;
  suspended: number;
}

const STATE = areaColumn('area_id', 'state');

/**
 * The units of the areas by state, and the numbers with an active or a suspended officer. Only officers are counted at a unit, and the database
 * ensures at most one per unit.
 */
export async function tallyUnits(db: Db, areas: readonly LocationId[]): Promise<UnitTally[]> {
  const officers = sql`role = 'polling_unit_officer' and ${isUnitColumn('area_id')} and ${inAreas('area_id', areas)}`;
  // A ward has its number of units, so only units with officers are read.
  const single = areas.filter((area) => locationType(area) === 'polling_unit');
  const [units, offices] = await Promise.all([
    sql<{ state: LocationId; total: number }>`
      select ${areaColumn('id', 'state')} as state, sum(units)::int as total from locations
      where type = 'ward' and ${inAreas('id', areas)} and units > 0 or id = any (${bigintArray(single)}::bigint[])
      group by 1 order by 1`.execute(db),
    sql<{ state: LocationId; status: string; count: number }>`
      select ${STATE} as state, status, count(*) from users
      where ${officers} and status in ('ACTIVE', 'SUSPENDED') group by 1, 2
      union all
      select ${STATE}, status_before, count(*) from users
      where ${officers} and status_before in ('ACTIVE', 'SUSPENDED') group by 1, 2`.execute(db),
  ]);
  const of = (asked: LocationId, wanted: string) =>
    offices.rows.reduce((sum, { state, status, count }) => sum + (state === asked && status === wanted ? count : 0), 0);
  return units.rows.map(({ state, total }) => ({
    state,
    total,
    active: of(state, 'ACTIVE'),
    suspended: of(state, 'SUSPENDED'),
  }));
}

export interface EmptyPlaces {
  /** LGAs without a ward. */
  lgas: LocationId[];
  /** Wards without a polling unit. */
  wards: LocationId[];
}

export async function listEmptyPlaces(db: Db): Promise<EmptyPlaces> {
  const { rows } = await sql<{ id: LocationId; type: LocationType }>`select l.id, l.type from locations l
    where l.type = 'ward' and l.units = 0
      or l.type = 'lga' and not exists (select from locations w where w.parent_id = l.id) order by l.id`.execute(db);
  const of = (wanted: LocationType) => rows.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { lgas: of('lga'), wards: of('ward') };
}

/** Whether a polling unit of the register is there, beside placeholders. */
export async function registerHasBegun(db: Db): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`select exists (select from locations
    where type = 'polling_unit' and not placeholder) as begun`.execute(db);
  return rows[0]?.begun ?? false;
}
