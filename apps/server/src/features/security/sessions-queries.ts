import type { SessionId, UserId } from '@ec/contract/base/common';
import { childType, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { areaColumn, inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RenewalColumns } from '../../platform/identity/session-renewal.ts';
import { searchTerms } from '../users/search-queries.ts';

/** The filter for open sessions. */
export interface SessionFilter {
  /** Users inside one of these; all users if the nation is among them. */
  areas: readonly LocationId[];
  /** Sessions last seen before this time are idle and invalid. */
  idleBefore: Date;
  role?: Role | undefined;
  userId?: UserId | undefined;
  q?: string | undefined;
}

export interface SessionRow extends RenewalColumns {
  id: SessionId;
  userId: UserId;
  name: string;
  role: Role;
  area: LocationId | null;
  userAgent: string | null;
  ip: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

type Condition = RawBuilder<unknown>;

const SESSION = sql`s.user_agent as "userAgent", s.ip, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
  s.refreshed_at as "refreshedAt", s.refreshed_ip as "refreshedIp", s.refreshed_user_agent as "refreshedUserAgent"`;

const isOpen = (idleBefore: Date): Condition =>
  sql`s.ended_at is null and s.last_seen_at >= ${idleBefore}::timestamptz`;

/** The conditions on the users; none if all sessions match. */
function peopleConditions({ areas, role, q }: SessionFilter): Condition[] {
  return [
    ...(areas.includes(NATION) ? [] : [inAreas('u.area_id', areas)]),
    ...(role === undefined ? [] : [sql`u.role = ${role}`]),
    ...searchTerms(q).map((term) => sql`u.search like ${term}`),
  ];
}

function conditions(filter: SessionFilter): Condition {
  const own = filter.userId === undefined ? [] : [sql`s.user_id = ${filter.userId}::uuid`];
  return sql.join([isOpen(filter.idleBefore), ...own, ...peopleConditions(filter)], sql` and `);
}

/** The place one level below the area in which a user is assigned; with several areas, the one that contains it. */
function placeBelow(areas: readonly LocationId[]): Condition {
  const [first, ...others] = areas;
  if (first === undefined) return sql`null::bigint`;
  if (others.length > 0) {
    const cases = areas.map((area) => sql`when ${inAreas('u.area_id', [area])} then ${area}::bigint`);
    return sql`case ${sql.join(cases, sql` `)} end`;
  }
  return areaColumn('u.area_id', childType(locationType(first)) ?? 'polling_unit');
}

export interface SessionCounts {
  total: number;
  areas: { id: LocationId; sessions: number }[];
}

/** The number of matching sessions, in total and for each place below. */
export async function countSessions(db: Db, filter: SessionFilter): Promise<SessionCounts> {
  const { rows } = await sql<{ place: LocationId | null; count: number }>`
    select ${placeBelow(filter.areas)} as place, count(*) as count
    from sessions s join users u on u.id = s.user_id where ${conditions(filter)} group by 1 order by 1`.execute(db);
  const single = filter.areas.length === 1 ? filter.areas[0] : undefined;
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    areas: rows.flatMap(({ place, count }) =>
      place === null || place === single ? [] : [{ id: place, sessions: count }],
    ),
  };
}

/** From this many matches the sort index is used; fewer would be a search through all of it. */
const FEW = 2000;

/** One page, latest sign-in first. A page near the end is read from the end. */
export async function listSessions(
  db: Db,
  filter: SessionFilter,
  page: { limit: number; offset: number; total: number },
): Promise<SessionRow[]> {
  const left = page.total - page.offset;
  if (left <= 0) return [];
  const fromEnd = left < page.offset;
  const limit = fromEnd ? Math.min(page.limit, left) : page.limit;
  const offset = fromEnd ? left - limit : page.offset;
  const key = page.total < FEW ? sql`s.id::text` : sql`s.id`;
  const people = peopleConditions(filter).length > 0 ? sql`join users u on u.id = s.user_id` : sql``;
  const { rows } = await sql<SessionRow>`select s.id, s.user_id as "userId", u.name, u.role, u.area_id as area,
      ${SESSION}
    from (select s.id from sessions s ${people} where ${conditions(filter)}
      order by ${key} ${fromEnd ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}) found
    join sessions s on s.id = found.id join users u on u.id = s.user_id order by s.id desc`.execute(db);
  return rows;
}

/** One open session of a user inside the areas. */
export async function findSession(db: Db, id: SessionId, filter: SessionFilter): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`select s.id, s.user_id as "userId", u.name, u.role, u.area_id as area,
      ${SESSION}
    from sessions s join users u on u.id = s.user_id
    where s.id = ${id}::uuid and ${conditions(filter)}`.execute(db);
  return rows[0];
}
