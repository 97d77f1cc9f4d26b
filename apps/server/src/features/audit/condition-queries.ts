import type { UserId } from '@ec/contract/base/common';
import { areaRange, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { type RawBuilder, sql } from 'kysely';
import { areaColumn } from '../../platform/database/place-columns.ts';
import { inAreas } from '../../platform/database/area-filter.ts';
import { likeEscaped } from '../../platform/database/like.ts';
import type { PhoneReader } from '../../platform/identity/phone-visibility.ts';
import { matchingPeople } from '../users/search-queries.ts';
import type { AddressCondition } from './search-rules.ts';

/** One thing that is asked of an entry. */
export type Condition =
  | { events: readonly string[] }
  | { userIds: readonly UserId[] }
  | { system: true }
  | { resourceIds: readonly string[] }
  | { areas: readonly LocationId[] }
  | { ip: AddressCondition }
  /** ISO 8601; the end is not included. */
  | { from: string | undefined; to: string | undefined }
  /** By people, or about places, of whom so many match that each entry is looked at. */
  | { byPeopleLike: readonly string[]; reader: PhoneReader }
  | { aboutPlacesLike: string };

export type Sql = RawBuilder<unknown>;

/** So many areas are looked up one by one; more are looked for in each entry's place. */
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
  // In the order of bytes, what begins with the text lies before the text with its last character's next.
  const end = address.slice(0, -1) + String.fromCharCode(address.charCodeAt(address.length - 1) + 1);
  return sql`(l.ip >= ${address} and l.ip < ${end})`;
}

/** The patterns of places: by name, or by the beginning of a code. */
export const placesLike = (text: string): Sql =>
  sql`(p.search like lower(${`%${likeEscaped(text)}%`}) or p.code like ${`${likeEscaped(text.toUpperCase())}%`})`;

/** The patterns of people. */
export const peopleLike = (terms: readonly string[], reader: PhoneReader): Sql =>
  sql.join(matchingPeople(reader, terms), sql` and `);

/** The condition on audit_links as `l`. */
export function conditionSql(condition: Condition): Sql {
  if ('events' in condition) return sql`l.event = any (${textArray(condition.events)})`;
  if ('userIds' in condition) return sql`l.user_id = any (${textArray(condition.userIds)}::uuid[])`;
  if ('system' in condition) return sql`l.user_id is null`;
  if ('resourceIds' in condition) return sql`l.resource_id = any (${textArray(condition.resourceIds)})`;
  if ('areas' in condition) return areasSql(condition.areas);
  if ('ip' in condition) return addressSql(condition.ip);
  // `offset 0` keeps these from becoming joins, which would read all people or places for each block.
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

/** The ids that a condition lists, where each of them is rare: they are looked up one by one. */
export function listedIds(condition: Condition): { column: Sql; ids: Sql } | undefined {
  if ('userIds' in condition) {
    return { column: sql`l.user_id`, ids: sql`unnest(${textArray(condition.userIds)}::uuid[])` };
  }
  if ('resourceIds' in condition) {
    return { column: sql`l.resource_id`, ids: sql`unnest(${textArray(condition.resourceIds)})` };
  }
  return undefined;
}

/** True for what is found by looking at each entry, so that a list must not look through all of them at once. */
export const isBroad = (condition: Condition): boolean =>
  'byPeopleLike' in condition ||
  'aboutPlacesLike' in condition ||
  ('areas' in condition && condition.areas.length > FEW_AREAS);
