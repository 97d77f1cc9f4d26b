import type { AuditEvent } from '@ec/contract/audit/events';
import type { UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import { maskPhone } from '@ec/contract/users/phones';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { uuidOf } from '../../platform/database/sql-parts.ts';
import { parsePhone, type PhoneReader } from '../../platform/identity/phones.ts';
import { matchingPeople, searchTerms } from '../users/search-queries.ts';

interface Page {
  limit: number;
  offset: number;
}

export interface Known {
  id: UserId;
  name: string;
  role: Role;
  area: LocationId | null;
}

export interface FailedRow {
  at: Date;
  phone: string;
  reason: string | null;
  status: string | null;
  ip: string | null;
  userAgent: string | null;
  user: Known | null;
}

const FAILED: AuditEvent = 'auth.sign_in_failed';
const KNOWN = sql`case when u.id is not null then
  jsonb_build_object('id', u.id, 'name', u.name, 'role', u.role, 'area', u.area_id) end as "user"`;

export interface FailedFilter {
  areas: readonly LocationId[];
  hours: number;
  reader: PhoneReader;
  q?: string | undefined;
}

/** Attempts on a phone number without an owner are shown only to national roles. */
const inside = (column: string, areas: readonly LocationId[]): RawBuilder<unknown>[] =>
  areas.includes(NATION) ? [] : [inAreas(column, areas)];

/** Entries contain masked phone numbers; a full number in the search is masked the same way. */
function maskedOf(q: string | undefined): string | null {
  const phone = q === undefined ? undefined : (parsePhone(q) ?? parsePhone(`0${q}`));
  return phone === undefined ? null : maskPhone(phone);
}

function failedConditions({ areas, hours, reader, q }: FailedFilter): RawBuilder<unknown> {
  return sql.join(
    [
      // The event must be a literal in the statement, or the partial index would not be used.
      sql`e.event = ${sql.lit(FAILED)} and e.created_at >= now() - make_interval(hours => ${hours}::int)`,
      ...inside('e.area_id', areas),
      ...searchTerms(q).map(
        (term) => sql`(${sql.join(matchingPeople(reader, [term]))} or e.new_values ->> 'phone' like ${term}
        or (u.id is null and e.new_values ->> 'phone' = ${maskedOf(q)}::text))`,
      ),
    ],
    sql` and `,
  );
}

const USER_OF_ENTRY = sql`left join users u on u.id = ${uuidOf(sql`e.resource_id`)}`;

export async function countFailed(db: Db, filter: FailedFilter): Promise<number> {
  const people = searchTerms(filter.q).length > 0 ? USER_OF_ENTRY : sql``;
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_entries e ${people}
    where ${failedConditions(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listFailed(db: Db, filter: FailedFilter, { limit, offset }: Page): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`select e.created_at as at, coalesce(e.new_values ->> 'phone', '') as phone,
      e.new_values ->> 'reason' as reason, e.new_values ->> 'status' as status, e.ip, e.user_agent as "userAgent", ${KNOWN}
    from audit_entries e ${USER_OF_ENTRY} where ${failedConditions(filter)}
    order by e.created_at desc, e.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export interface LockedRow {
  phone: string;
  /** The locks, longest first. */
  locks: { source: string; failures: number; lockedUntil: string }[];
  failures: number;
  lastFailureAt: Date;
  lockedUntil: Date;
  user: Known | null;
}

export interface LockedFilter {
  areas: readonly LocationId[];
  reader: PhoneReader;
  now: Date;
  q?: string | undefined;
}

function locked({ areas, now, reader, q }: LockedFilter): RawBuilder<unknown> {
  const parts = [
    sql`a.locked_until > ${now}::timestamptz`,
    ...inside('u.area_id', areas),
    ...searchTerms(q).map(
      (term) => sql`(${sql.join(matchingPeople(reader, [term]))} or (u.id is null and a.phone like ${term}))`,
    ),
  ];
  return sql`sign_in_attempts a left join users u on u.phone = a.phone and u.status <> 'DELETED'
    where ${sql.join(parts, sql` and `)}`;
}

export async function countLocked(db: Db, filter: LockedFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct a.phone) as count
    from ${locked(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locked phone numbers, latest lock first. */
export async function listLocked(db: Db, filter: LockedFilter, { limit, offset }: Page): Promise<LockedRow[]> {
  const { rows } = await sql<LockedRow>`select a.phone, max(a.failures) as failures,
      max(a.last_failure_at) as "lastFailureAt", max(a.locked_until) as "lockedUntil", json_agg(json_build_object(
        'source', a.source, 'failures', a.failures, 'lockedUntil', a.locked_until) order by a.locked_until desc, a.source) as locks,
      ${KNOWN}
    from ${locked(filter)} group by a.phone, u.id
    order by max(a.locked_until) desc, a.phone limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
