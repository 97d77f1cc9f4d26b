import type { AuditEvent } from '@ec/contract/audit/events';
import type { ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { Source } from '@ec/contract/elections/schemas';
import { ancestorOf, areaRange, type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import { officerRoles, type Role } from '@ec/contract/permissions/roles';
import { sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import { bigintArray, type Db } from '../../platform/database/database.ts';
import { uuidOf } from '../../platform/database/sql-parts.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';
import { isDesk } from '../elections/queries.ts';

export interface HolderRow {
  id: UserId;
  name: string;
  role: Role;
  phone: string;
  areaId: LocationId;
}

/** The active holders of an office in the places. */
export async function listHolders(db: Db, role: Role, places: readonly LocationId[]): Promise<HolderRow[]> {
  const { rows } =
    await sql<HolderRow>`/* dashboards.holders */ select u.id, u.name, u.role, u.phone, u.area_id as "areaId"
    from users u where u.role = ${role} and u.area_id = any (${bigintArray(places)}::bigint[])
      and u.status <> 'DELETED' and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(db);
  return rows;
}

export interface WardStanding {
  areaId: LocationId;
  reported: number;
}

/** The number of reported units per ward of the area; wards with none are omitted. */
export async function listWardStandings(
  db: Db,
  electionId: ElectionId,
  source: Source,
  area: LocationId,
): Promise<WardStanding[]> {
  const { first, last } = areaRange(area);
  const { rows } =
    await sql<WardStanding>`/* dashboards.wards */ select area_id as "areaId", sum(units)::int as reported
    from tallies where election_id = ${electionId}::uuid and source = ${source} and level = 'ward'
      and area_id between ${first}::bigint and ${last}::bigint and status <> 'returned' and units > 0
    group by area_id`.execute(db);
  return rows;
}

export interface WardUnitRow {
  id: LocationId;
  code: string;
  name: string;
  registeredVoters: number | null;
  officerName: string | null;
  officerPhone: string | null;
  lastActivity: Date | null;
  resultId: ResultId | null;
  resultStatus: ResultStatus | null;
  submittedAt: Date | null;
  updatedAt: Date | null;
  votes: number | null;
  leading: string | null;
  flags: number | null;
  desk: boolean;
}

/** The units of a ward with their officers and, for an election, their results; in the order of their codes. */
export async function listWardUnits(
  db: Db,
  ward: LocationId,
  counted: { electionId: ElectionId | null; source: Source },
): Promise<WardUnitRow[]> {
  const roles = officerRoles(counted.source);
  const { rows } = await sql<WardUnitRow>`/* dashboards.units */ select l.id, l.code, l.name,
      l.registered_voters as "registeredVoters", o.name as "officerName", o.phone as "officerPhone",
      o.last_login_at as "lastActivity", r.id as "resultId", r.status as "resultStatus", r.submitted_at as "submittedAt",
      r.updated_at as "updatedAt", r.total_votes as votes, r.leading_party as leading, cardinality(r.flags) as flags,
      ${isDesk('r')} as desk
    from locations l
    left join results r on r.polling_unit_id = l.id and r.election_id = ${counted.electionId}::uuid
      and r.source = ${counted.source}
    left join lateral (
      select u.name, u.phone, u.last_login_at from users u
      where u.area_id = l.id and u.role = any (${`{${roles.join(',')}}`}::text[]) and u.status <> 'DELETED'
        and ${EFFECTIVE_STATUS} = 'ACTIVE' order by u.role desc limit 1
    ) o on true
    where l.parent_id = ${ward}::bigint order by l.id`.execute(db);
  return rows;
}

export interface ActivityRow {
  id: number;
  event: AuditEvent;
  resourceId: string | null;
  who: string | null;
  areaId: LocationId | null;
  at: Date;
}

export interface ActivityFilter {
  areas: readonly LocationId[];
  events: readonly AuditEvent[];
  /** Only events of this count. */
  source?: Source | undefined;
  /** Whose requests for approval the reader sees; undefined: all of them. */
  requesters?: { userId: UserId; roles: readonly Role[] } | undefined;
}

/** The newest events in the areas; events without a place belong to the nation. The first conditions match the partial indexes. */
export async function listActivity(
  db: Db,
  { areas, events, source, requesters }: ActivityFilter,
  limit: number,
): Promise<ActivityRow[]> {
  if (events.length === 0 || areas.length === 0) return [];
  const inside = areas.includes(NATION) ? sql`true` : inAreas('a.area_id', areas);
  const counted = source
    ? sql`case when a.event like 'result.%'
        then exists (select from results r where r.id = ${uuidOf(sql`a.resource_id`)} and r.source = ${source}) else true end`
    : sql`true`;
  const seen = requesters
    ? sql`case when a.event like 'approval.%'
        then exists (select from approval_requests r where r.id = ${uuidOf(sql`a.resource_id`)}
          and (r.requester_id = ${requesters.userId} or r.requester_role = any (${`{${requesters.roles.join(',')}}`}::text[]))) else true end`
    : sql`true`;
  // In an LGA or a smaller area the newest events may be far back in the log, so its entries are read by place and then sorted.
  const narrow = areas.every((area) => ancestorOf(area, 'lga') !== undefined);
  const order = narrow ? sql`a.id + 0 desc` : sql`a.id desc`;
  const { rows } = await sql<ActivityRow>`select a.id, a.event, a.resource_id as "resourceId",
      u.name as who, a.area_id as "areaId", a.created_at as at
    from audit_entries a left join users u on u.id = a.user_id
    where a.event not like 'auth.%' and a.event not in ('stream.opened', 'file.uploaded', 'notification.read', 'chat.sent')
      and a.event = any (${`{${events.join(',')}}`}::text[]) and ${inside} and ${counted} and ${seen}
    order by ${order} limit ${limit}`.execute(db);
  return rows;
}

export interface UnitOfficerRow extends HolderRow {
  status: string;
  lastLogin: Date | null;
  pictureId: FileId | null;
}

/** The users assigned to the unit itself. */
export async function listUnitOfficers(db: Db, unit: LocationId): Promise<UnitOfficerRow[]> {
  const { rows } =
    await sql<UnitOfficerRow>`/* dashboards.officers */ select u.id, u.name, u.role, u.phone, u.area_id as "areaId", u.status,
      u.last_login_at as "lastLogin", u.profile_picture_id as "pictureId"
    from users u where u.area_id = ${unit}::bigint and u.status <> 'DELETED' order by u.role desc, u.name`.execute(db);
  return rows;
}

/** The number of live elections. */
export async function countLiveElections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from elections where status = 'live'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The number of wards. */
export async function countWards(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from locations where type = 'ward'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
