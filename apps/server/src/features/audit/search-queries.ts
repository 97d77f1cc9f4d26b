import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/area-filter.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PhoneReader } from '../../platform/identity/phone-visibility.ts';
import { type Condition, peopleLike, placesLike } from './condition-queries.ts';

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
