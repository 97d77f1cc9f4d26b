import { type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import type { GeographicalData, GeographyItem, GeographySort } from '@ec/contract/geography/schemas';
import { sql } from 'kysely';
import { areaColumn, chainLinks, inAreas, lastIn, loadNames } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import { userChanges } from '../../platform/database/known-counts.ts';
import { keptByWords, type ListedUse } from './rules.ts';

/** The filter of one list of the geographical data screen. */
export interface PlaceFilter {
  within: readonly LocationId[];
  type: LocationType;
  /** The area filter of the list. */
  inside?: LocationId | undefined;
  q?: string | undefined;
}

type Condition = ReturnType<typeof sql>;

/** Only columns in both indexes of the lists, so that matching needs no access to the rows. */
function where({ within, type, inside, q }: PlaceFilter): Condition {
  const parts: Condition[] = [sql`l.type = ${type}`];
  if (!within.includes(NATION)) parts.push(inAreas('l.id', within));
  if (inside !== undefined) parts.push(inAreas('l.id', [inside]));
  if (q) {
    const text = likeEscaped(q);
    parts.push(sql`(l.search like lower(${`%${text}%`}) or l.code like ${`${text.toUpperCase()}%`})`);
  }
  return sql.join(parts, sql` and `);
}

/** Increases with every change of places and assignments: the same number means the same lists. */
export async function placeAndUserChanges(db: Db): Promise<number> {
  const [places, users] = await Promise.all([placeChanges(db), userChanges(db)]);
  return places + users;
}

/** Increases with every change of the tree: the same number means the same tree. */
export async function placeChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`/* locations.changes */
    select coalesce(sum(changes), 0)::bigint as changes from location_changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

export async function countPlaces(db: Db, filter: PlaceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from locations l where ${where(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Placeholders inside the areas, and what has nothing below it. */
export async function countGaps(db: Db, areas: readonly LocationId[]): Promise<GeographicalData['register']> {
  const { rows } = await sql<{ wards: number; units: number; lgas: number; empty: number }>`select
      count(*) filter (where type = 'ward' and placeholder) as wards,
      count(*) filter (where type = 'polling_unit' and placeholder) as units,
      count(*) filter (where type = 'lga' and not exists (select from locations w where w.parent_id = l.id)) as lgas,
      count(*) filter (where type = 'ward' and units = 0) as empty
    from locations l where (placeholder or type in ('lga', 'ward')) and ${inAreas('l.id', areas)}`.execute(db);
  const { wards = 0, units = 0, lgas = 0, empty = 0 } = rows[0] ?? {};
  return { placeholders: { wards, pollingUnits: units }, lgasWithoutWards: lgas, wardsWithoutUnits: empty };
}

/** The number of users assigned inside the areas. */
export async function countUsersIn(db: Db, areas: readonly LocationId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from users where status <> 'DELETED' and ${inAreas('area_id', areas)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of users assigned in each LGA, and to each wider area itself; `area` is null for users without assignment. */
export async function tallyUsersByLga(db: Db): Promise<{ area: LocationId | null; count: number }[]> {
  const { rows } = await sql<{ area: LocationId | null; count: number }>`
    select ${areaColumn('area_id', 'lga')} as area, count(*) from users where status <> 'DELETED' group by 1`.execute(
    db,
  );
  return rows;
}

const ORDERS: Record<GeographySort, { asked: Condition; opposite: Condition }> = {
  code: { asked: sql`l.id`, opposite: sql`l.id desc` },
  '-code': { asked: sql`l.id desc`, opposite: sql`l.id` },
  name: { asked: sql`l.search, l.id`, opposite: sql`l.search desc, l.id desc` },
  '-name': { asked: sql`l.search desc, l.id desc`, opposite: sql`l.search, l.id` },
};

export interface PlacePage {
  sort: GeographySort;
  limit: number;
  offset: number;
  /** The total: a page near the end is read from the end. */
  total: number;
}

type Row = Omit<GeographyItem, 'within' | 'keptBy'> & { uses: ListedUse[] };

/** By an index each, of the rows of one page; with their limit they are never read as whole tables. */
const USES: Record<ListedUse, Condition> = {
  results: sql`from results where polling_unit_id = l.id`,
  residents: sql`from users where personal_area_id = l.id and status <> 'DELETED'
    and area_id is distinct from personal_area_id`,
  formerUsers: sql`from (select status from users where area_id = l.id
    union all select status from users where personal_area_id = l.id) people where status = 'DELETED'`,
  requests: sql`from approval_requests where area_id = l.id`,
  elections: sql`from election_areas where location_id = l.id`,
  messages: sql`from chat_messages where channel_id = l.id`,
};
const usesOfPlace = sql`array_remove(array[${sql.join(
  Object.entries(USES).map(([use, from]) => sql`(select ${sql.lit(use)} ${from} limit 1)`),
)}], null)`;

/** One page of a list. The users of LGAs and wider areas are not counted here (`count` is 0): their sums are known. */
export async function listPlaces(db: Db, filter: PlaceFilter, page: PlacePage): Promise<GeographyItem[]> {
  const left = page.total - page.offset;
  if (left <= 0) return [];
  const fromEnd = left < page.offset;
  const limit = fromEnd ? Math.min(page.limit, left) : page.limit;
  const offset = fromEnd ? left - limit : page.offset;
  const { asked, opposite } = ORDERS[page.sort];
  const { rows } = await sql<Row>`select l.id, l.name, l.code, l.units, l.registered_voters as "registeredVoters",
      (select count(*) from locations child where child.parent_id = l.id) as children,
      ${usersOf(filter.type)} as count, ${usesOfPlace} as uses
    from (select l.id from locations l where ${where(filter)} order by ${fromEnd ? opposite : asked}
      limit ${limit} offset ${offset}) found
    join locations l on l.id = found.id order by ${asked}`.execute(db);
  const names = await loadNames(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ uses, ...row }) => ({
    ...row,
    within: chainLinks(row.id, names).slice(1, -1),
    keptBy: keptByWords(uses),
  }));
}

function usersOf(type: LocationType): Condition {
  if (type !== 'ward' && type !== 'polling_unit') return sql`0`;
  return sql`(select count(*) from users u
    where u.area_id between l.id and ${lastIn(sql.ref('l.id'), type)} and u.status <> 'DELETED')`;
}
