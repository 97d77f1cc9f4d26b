import type { UserId } from '@ec/contract/base/common';
import { areaRange, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import { likeEscaped } from '../../platform/database/sql-parts.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { matchingPeople } from '../users/search-queries.ts';
import type { AddressCondition } from './search-rules.ts';

/** One condition on an entry. */
export type Condition =
  | { events: readonly string[] }
  | { userIds: readonly UserId[] }
  | { system: true }
  | { resourceIds: readonly string[] }
  | { areas: readonly LocationId[] }
  | { ip: AddressCondition }
  /** ISO 8601; the end is exclusive. */
  | { from: string | undefined; to: string | undefined }
  /** By users, or about places, with so many matches that each entry is compared. */
  | { byPeopleLike: readonly string[]; reader: PhoneReader }
  | { aboutPlacesLike: string };

export type Sql = RawBuilder<unknown>;

/** Up to this many areas are looked up by index; for more, each entry's place is compared. */
const FEW_AREAS = 40;

const textArray = (values: readonly string[]) => sql`${[...values]}::text[]`;

function areasSql(areas: readonly LocationId[]): Sql {
  if (areas.includes(NATION)) return sql`true`;
  if (areas.length <= FEW_AREAS) return inAreas('l.area_id', areas);
  const ranges = areas.map(areaRange).map(({ first, last }) => `[${first},${last}]`);
  return sql`(l.area_id is not null and ${`{${ranges.join(',')}}`}::int8multirange @> l.area_id)`;
}

function addressSql({ address, prefix }: AddressCondition): Sql {
  if (!prefix) return sql`l.ip = ${address}`;
  // In byte order, all texts with this prefix are below the prefix with its last character incremented.
  const end = address.slice(0, -1) + String.fromCharCode(address.charCodeAt(address.length - 1) + 1);
  return sql`(l.ip >= ${address} and l.ip < ${end})`;
}

/** The patterns for places: by name, or by the start of a code. */
export const placesLike = (text: string): Sql =>
  sql`(p.search like lower(${`%${likeEscaped(text)}%`}) or p.code like ${`${likeEscaped(text.toUpperCase())}%`})`;

/** The patterns for users. */
export const peopleLike = (terms: readonly string[], reader: PhoneReader): Sql =>
  sql.join(matchingPeople(reader, terms), sql` and `);

/** The condition as SQL on audit_links as `l`. */
export function conditionSql(condition: Condition): Sql {
  if ('events' in condition) return sql`l.event = any (${textArray(condition.events)})`;
  if ('userIds' in condition) return sql`l.user_id = any (${textArray(condition.userIds)}::uuid[])`;
  if ('system' in condition) return sql`l.user_id is null`;
  if ('resourceIds' in condition) return sql`l.resource_id = any (${textArray(condition.resourceIds)})`;
  if ('areas' in condition) return areasSql(condition.areas);
  if ('ip' in condition) return addressSql(condition.ip);
  // `offset 0` prevents a join, which would read all users or places for each block.
  if ('byPeopleLike' in condition) {
    const like = peopleLike(condition.byPeopleLike, condition.reader);
    return sql`exists (select from users u where u.id = l.user_id and ${like} offset 0)`;
  }
  if ('aboutPlacesLike' in condition) {
    return sql`exists (select from locations p
      where p.id = any (array[l.area_id, ${areaColumn('l.area_id', 'ward')}]) and ${placesLike(condition.aboutPlacesLike)} offset 0)`;
  }
  const { from, to } = condition;
  return sql.join(
    [
      ...(from === undefined ? [] : [sql`l.created_at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`l.created_at < ${to}::timestamptz`]),
      sql`true`,
    ],
    sql` and `,
  );
}

/** The ids of a condition if each of them is rare: they are looked up by index. */
export function listedIds(condition: Condition): { column: Sql; ids: Sql } | undefined {
  if ('userIds' in condition) {
    return { column: sql`l.user_id`, ids: sql`unnest(${textArray(condition.userIds)}::uuid[])` };
  }
  if ('resourceIds' in condition) {
    return { column: sql`l.resource_id`, ids: sql`unnest(${textArray(condition.resourceIds)})` };
  }
  return undefined;
}

/** True for conditions that must look at each entry, so that a list must not scan all entries at once. */
export const isBroad = (condition: Condition): boolean =>
  'byPeopleLike' in condition ||
  'aboutPlacesLike' in condition ||
  ('areas' in condition && condition.areas.length > FEW_AREAS);

/** Up to this many users or places are looked up by index; if more match, entries are compared until a page is full. */
const FEW = 200;

/** Entries by the users whom the terms match. */
export async function byPeople(
  db: Db,
  terms: readonly string[],
  reader: PhoneReader,
): Promise<{ found: readonly UserId[]; condition: Condition } | undefined> {
  if (terms.length === 0) return undefined;
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where ${peopleLike(terms, reader)}
    limit ${FEW + 1}`.execute(db);
  if (rows.length === 0) return undefined;
  if (rows.length > FEW) return { found: [], condition: { byPeopleLike: terms, reader } };
  const found = rows.map(({ id }) => id);
  return { found, condition: { userIds: found } };
}

/** The places in the areas that the text matches; undefined if there are too many. */
export async function placesOf(db: Db, text: string, areas: readonly LocationId[]): Promise<LocationId[] | undefined> {
  const { rows } = await sql<{ id: LocationId }>`select p.id from locations p
    where ${placesLike(text)} and ${inAreas('p.id', areas)} limit ${FEW + 1}`.execute(db);
  return rows.length > FEW ? undefined : rows.map(({ id }) => id);
}

/** The same for places that contain others: always few. */
export async function widePlacesOf(db: Db, text: string, areas: readonly LocationId[]): Promise<LocationId[]> {
  const { rows } = await sql<{ id: LocationId }>`select p.id from locations p
    where ${placesLike(text)} and ${inAreas('p.id', areas)} and p.type in ('national', 'region', 'state', 'lga')`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
