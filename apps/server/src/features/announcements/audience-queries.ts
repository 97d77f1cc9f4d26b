import { actsInside, type AnnouncementId, type Audience, rolesReached } from '@ec/contract/announcements/schemas';
import type { UserId } from '@ec/contract/base/common';
import { areaRange, childId, childType, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { MODERATOR_ROLES } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import type { OrganisationState } from '../../platform/runtime/organisation.ts';
import { PERSON_COLUMNS, type PersonRow, toHolder } from '../../platform/identity/person.ts';
import type { PhoneReader } from '../../platform/identity/phones.ts';
import { allOf, textArray, uuidArray } from '../../platform/database/sql-parts.ts';
import { matchingPeople, searchTerms } from '../users/search-queries.ts';

type Condition = RawBuilder<unknown>;

/** The users an audience reaches now: the roles in the areas, except restricted moderators, who act elsewhere than their assignment. */
export interface Reached {
  roles: Role[];
  areas: readonly LocationId[];
  /** `besides`: assigned outside the areas but restricted to places inside. `except`: assigned inside but restricted to places outside. */
  besides: UserId[];
  except: UserId[];
}

/** Restricted moderators, who may act in a part of their assignment or nowhere: few, so the rule itself decides on each. */
async function narrowedPeople(
  db: Db,
  { organisation, now }: { organisation: OrganisationState; now: Date },
): Promise<{ id: UserId; assigned: LocationId[]; areas: readonly LocationId[] }[]> {
  const { rows } = await sql<PersonRow & { id: UserId }>`select u.id, ${PERSON_COLUMNS}
    from moderator_privileges p join users u on u.id = p.user_id
    where u.role = any (${textArray(MODERATOR_ROLES)}) and u.status <> 'DELETED'
    order by u.id`.execute(db);
  return rows.map((row) => {
    const { areas } = toHolder(row, { userId: row.id, levels: organisation.levels[row.role], now });
    return { id: row.id, assigned: row.area_id === null ? [] : [row.area_id], areas };
  });
}

export async function peopleReached(
  db: Db,
  at: { organisation: OrganisationState; now: Date },
  audience: Audience,
): Promise<Reached> {
  const { areas } = audience;
  const narrowed = (await narrowedPeople(db, at)).map((person) => ({
    id: person.id,
    assigned: actsInside(areas, { areas: person.assigned }),
    acting: actsInside(areas, person),
  }));
  return {
    roles: rolesReached(audience, (role) => at.organisation.levels[role].announcements),
    areas,
    besides: narrowed.filter(({ assigned, acting }) => acting && !assigned).map(({ id }) => id),
    except: narrowed.filter(({ assigned, acting }) => assigned && !acting).map(({ id }) => id),
  };
}

/** The effective status, in a form that the planner can estimate: with a low estimate it would look up every user one by one. */
const ACTIVE = sql`u.status <> 'DELETED'
  and (u.status = 'ACTIVE' or (u.status = 'PENDING_DELETION' and u.status_before = 'ACTIVE'))`;

/** A condition on users as `u`. */
function isReached({ roles, areas, besides, except }: Reached): Condition {
  let place: Condition = inAreas('u.area_id', areas);
  if (except.length > 0) place = sql`${place} and u.id <> all (${uuidArray(except)})`;
  if (besides.length > 0) place = sql`(${place}) or u.id = any (${uuidArray(besides)})`;
  return allOf([ACTIVE, sql`u.role = any (${textArray(roles)})`, sql`(${place})`]);
}

const within = (area: LocationId | undefined): Condition[] =>
  area === undefined ? [] : [inAreas('u.area_id', [area])];

/** The number of users by role. */
export async function countByRole(db: Db, reached: Reached): Promise<{ role: Role; people: number }[]> {
  const { rows } = await sql<{ role: Role; people: number }>`select u.role, count(*) as people from users u
    where ${isReached(reached)} group by 1`.execute(db);
  return rows;
}

/** The place a user is counted under: the child of one area that contains them, or the one of several areas; else null. */
export type Places = { childrenOf: LocationId } | { eachOf: readonly LocationId[] };

function placeColumn(places: Places): Condition {
  if ('eachOf' in places) {
    const cases = places.eachOf.map((area) => sql`when ${inAreas('u.area_id', [area])} then ${area}::bigint`);
    return sql`case ${sql.join(cases, sql` `)} end`;
  }
  const { childrenOf: parent } = places;
  const kind = childType(locationType(parent));
  if (!kind) return sql`null::bigint`;
  const first = childId(parent, 1);
  return sql`case when u.area_id between ${first}::bigint and ${areaRange(parent).last}::bigint
    then ${areaColumn('u.area_id', kind)} end`;
}

export type CountedPlaces = { area: LocationId | null; people: number }[];

/** The number of users assigned in each place, in total or inside the area; a null place counts those above. */
export async function countByPlace(
  db: Db,
  reached: Reached,
  { places, area }: { places: Places; area: LocationId | undefined },
): Promise<CountedPlaces> {
  const { rows } = await sql<CountedPlaces[number]>`select ${placeColumn(places)} as area, count(*) as people
    from users u where ${allOf([isReached(reached), ...within(area)])} group by 1 order by 1`.execute(db);
  return rows;
}

/** One sending of an announcement; reads of earlier sendings do not count. */
export interface Sending {
  id: AnnouncementId;
  sending: number;
}

/** The same for users who have read the announcement. */
export async function countReadByPlace(
  db: Db,
  reached: Reached,
  { places, area, id, sending }: { places: Places; area: LocationId | undefined } & Sending,
): Promise<CountedPlaces> {
  const { rows } = await sql<CountedPlaces[number]>`select ${placeColumn(places)} as area, count(*) as people
    from announcement_reads r join users u on u.id = r.user_id
    where r.announcement_id = ${id} and r.sending = ${sending}
      and ${allOf([isReached(reached), ...within(area)])} group by 1`.execute(db);
  return rows;
}

/** How many users have read the sending. Reads are only added, so the same number means the same users. */
export async function countReads(db: Db, { id, sending }: Sending): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from announcement_reads
    where announcement_id = ${id} and sending = ${sending}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface UnreadPerson {
  id: UserId;
  name: string;
  role: Role;
  area: LocationId | null;
  phone: string;
}

export interface UnreadFilter extends Sending {
  area: LocationId | undefined;
  q: string | undefined;
  reader: PhoneReader;
}

/** Users who have not read it. */
function isUnread(reached: Reached, { id, sending, area, q, reader }: UnreadFilter): Condition {
  return allOf([
    isReached(reached),
    ...within(area),
    ...matchingPeople(reader, searchTerms(q)),
    sql`not exists (select from announcement_reads r
      where r.announcement_id = ${id} and r.user_id = u.id and r.sending = ${sending})`,
  ]);
}

/** One page of them by name; the search matches the start of each user's own names and phone number. */
export async function listUnreadPeople(
  db: Db,
  reached: Reached,
  filter: UnreadFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<UnreadPerson[]> {
  const { rows } = await sql<UnreadPerson>`select u.id, u.name, u.role, u.area_id as area, u.phone from users u
    where ${isUnread(reached, filter)} order by u.search limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countUnreadPeople(db: Db, reached: Reached, filter: UnreadFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from users u
    where ${isUnread(reached, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The next users to notify, by id, after the last one notified. */
export async function listNextReached(
  db: Db,
  reached: Reached,
  { after, except, limit }: { after: UserId | null; except: UserId; limit: number },
): Promise<UserId[]> {
  const parts = [isReached(reached), sql`u.id <> ${except}`];
  if (after !== null) parts.push(sql`u.id > ${after}`);
  const { rows } = await sql<{ id: UserId }>`select u.id from users u where ${allOf(parts)}
    order by u.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
