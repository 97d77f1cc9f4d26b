import type { AuditEvent } from '@ec/contract/audit/events';
import type { UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../../platform/database/places.ts';
import type { Db } from '../../../platform/database/database.ts';
import { textArray, uuidOf } from '../../../platform/database/sql-parts.ts';
import type { Period } from './period-rules.ts';

function linkedIn(period: Period, events: readonly AuditEvent[]): RawBuilder<unknown> {
  return sql`l.created_at >= ${period.from} and l.created_at < ${period.until} and l.event = any (${textArray(events)})`;
}

export interface ActivityFilter {
  period: Period;
  zone: string;
  events: readonly AuditEvent[];
  /** Users assigned in the areas; all users if the nation is among them. */
  areas: readonly LocationId[];
  roles: readonly Role[] | undefined;
}

function activity(filter: ActivityFilter): RawBuilder<unknown> {
  const parts = [linkedIn(filter.period, filter.events)];
  if (!filter.areas.includes(NATION)) parts.push(inAreas('u.area_id', filter.areas));
  if (filter.roles && filter.roles.length > 0) parts.push(sql`u.role = any (${textArray(filter.roles)})`);
  return sql`from audit_links l join users u on u.id = l.user_id where ${sql.join(parts, sql` and `)}`;
}

export interface ActivityCount {
  event: AuditEvent | null;
  role: Role | null;
  day: string | null;
  count: number;
  people: number;
}

/** Activity by event, role, day and in total, with one statement: each row has one of these keys, the last has none. */
export async function countActivity(db: Db, filter: ActivityFilter): Promise<ActivityCount[]> {
  // First per user, kind and day: far fewer rows than entries, from which users are then counted.
  const { rows } = await sql<ActivityCount>`select event, role, day::text as day, sum(count)::bigint as count,
      count(distinct user_id) as people
    from (select l.event, u.role, l.user_id, (l.created_at at time zone ${filter.zone})::date as day, count(*) as count
      ${activity(filter)} group by 1, 2, 3, 4) a
    group by grouping sets ((event), (role), (day), ()) order by count desc, event, role`.execute(db);
  return rows;
}

export interface ActivePerson {
  id: UserId;
  name: string;
  role: Role;
  areaId: LocationId | null;
  count: number;
  days: number;
  last: Date;
}

/** The most active users, with their number of active days and last activity. */
export async function listMostActive(db: Db, filter: ActivityFilter, limit: number): Promise<ActivePerson[]> {
  const { rows } = await sql<ActivePerson>`select u.id, u.name, u.role, u.area_id as "areaId", a.count, a.days, a.last
    from (select user_id, sum(count)::bigint as count, max(last) as last, count(*) as days
      from (select l.user_id, (l.created_at at time zone ${filter.zone})::date as day, count(*) as count,
          max(l.created_at) as last ${activity(filter)} group by 1, 2) d
      group by user_id order by count desc, user_id limit ${limit}) a
    join users u on u.id = a.user_id order by a.count desc, u.name, u.id`.execute(db);
  return rows;
}

export interface SecurityFilter {
  period: Period;
  zone: string;
  events: readonly AuditEvent[];
  areas: readonly LocationId[];
  /** Addresses and networks; all if none is given. */
  networks: readonly string[];
}

/** The format is checked before the cast, as for ids (platform/database/sql-parts.ts). */
const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const GROUP = '[0-9a-f]{1,4}';
/** IPv6 with the gap after that many groups; at most seven groups in total. */
const gapAfter = (groups: number) => `(${GROUP}:){${groups}}(:${GROUP}){1,${7 - groups}}`;
const IP = [
  `(${BYTE}[.]){3}${BYTE}`,
  `(${GROUP}:){7}${GROUP}`,
  `(${GROUP}:){1,7}:`,
  '::',
  ...[1, 2, 3, 4, 5, 6].map(gapAfter),
  `:(:${GROUP}){1,7}`,
];
const BARE = sql`regexp_replace(l.ip, '^::ffff:(?=\\d+\\.)', '', 'i')`;

/** The address without the IPv4-mapped prefix; null if it is invalid. */
const ADDRESS = sql`case when ${BARE} ~* ${sql.lit(`^(${IP.join('|')})$`)} then ${BARE}::inet end`;

function securityEvents(filter: SecurityFilter): RawBuilder<unknown> {
  const parts = [linkedIn(filter.period, filter.events)];
  if (!filter.areas.includes(NATION)) parts.push(inAreas('l.area_id', filter.areas));
  if (filter.networks.length > 0) parts.push(sql`${ADDRESS} <<= any (${textArray(filter.networks)}::inet[])`);
  return sql`from audit_links l where ${sql.join(parts, sql` and `)}`;
}

export interface SecurityCount {
  event: AuditEvent;
  day: string;
  count: number;
}

export async function countSecurityEvents(db: Db, filter: SecurityFilter): Promise<SecurityCount[]> {
  const { rows } =
    await sql<SecurityCount>`select l.event, (l.created_at at time zone ${filter.zone})::date::text as day,
      count(*) as count ${securityEvents(filter)} group by 1, 2 order by 2, 1`.execute(db);
  return rows;
}

export interface AddressCount {
  ip: string;
  count: number;
  refused: number;
  lockOuts: number;
  people: number;
  last: Date;
}

/** By address, most refusals first; `people` are the users signed in or concerned. */
export async function countByAddress(db: Db, filter: SecurityFilter, limit: number): Promise<AddressCount[]> {
  const { rows } = await sql<AddressCount>`select l.ip, count(*) as count, max(l.created_at) as last,
      count(*) filter (where l.event in ('auth.sign_in_failed', 'auth.invite_failed', 'auth.reset_failed')) as refused,
      count(*) filter (where l.event = 'auth.locked') as "lockOuts",
      count(distinct coalesce(l.user_id::text, l.resource_id)) as people
    ${securityEvents(filter)} and l.ip is not null
    group by l.ip order by refused desc, count desc, l.ip limit ${limit}`.execute(db);
  return rows;
}

export interface SecurityRow {
  position: number;
  at: Date;
  event: AuditEvent;
  ip: string | null;
  /** The actor, and the user concerned if another. */
  by: string | null;
  about: string | null;
}

/** Newest events first. */
export async function listSecurityEvents(db: Db, filter: SecurityFilter, limit: number): Promise<SecurityRow[]> {
  const { rows } = await sql<SecurityRow>`select e.position, e.created_at as at, e.event, e.ip, u.name as by,
      case when t.id is distinct from u.id then t.name end as about
    from (select l.position, l.created_at, l.event, l.ip, l.user_id, l.resource_id ${securityEvents(filter)}
      order by l.position desc limit ${limit}) e
    left join users u on u.id = e.user_id
    left join users t on t.id = ${uuidOf(sql`e.resource_id`)}
    order by e.position desc`.execute(db);
  return rows;
}
