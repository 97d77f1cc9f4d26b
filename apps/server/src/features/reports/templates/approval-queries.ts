import type { ApprovalStatus, ApprovalType } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import { type LocationId, NATION } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../../platform/database/places.ts';
import type { Db } from '../../../platform/database/database.ts';
import { textArray } from '../../../platform/database/sql-parts.ts';
import type { Period } from './period-rules.ts';

export interface ApprovalFilter {
  period: Period;
  areas: readonly LocationId[];
  /** The reader, who sees their own requests and those of these roles. */
  reader: { userId: UserId; requesters: readonly Role[] };
  status: ApprovalStatus | undefined;
  /** The decider's present role. */
  deciderRole: Role | undefined;
}

const HOURS = sql`extract(epoch from r.decided_at - r.created_at) / 3600`;
/** Withdrawing a request is no decision. */
const DECIDED = sql`r.status in ('APPROVED', 'REJECTED')`;

function requests({ period, areas, reader, status, deciderRole }: ApprovalFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`r.created_at >= ${period.from} and r.created_at < ${period.until}`,
    sql`(r.requester_id = ${reader.userId} or r.requester_role = any (${textArray(reader.requesters)}))`,
  ];
  if (!areas.includes(NATION)) parts.push(inAreas('r.area_id', areas));
  if (status) parts.push(sql`r.status = ${status}`);
  if (deciderRole) parts.push(sql`d.role = ${deciderRole}`);
  return sql`from approval_requests r left join users d on d.id = r.decided_by where ${sql.join(parts, sql` and `)}`;
}

export interface RequestCount {
  type: ApprovalType | null;
  status: ApprovalStatus | null;
  count: number;
}

/** By type and status together. */
export async function countRequestsByType(db: Db, filter: ApprovalFilter): Promise<RequestCount[]> {
  const { rows } = await sql<RequestCount>`select r.type, r.status, count(*) as count ${requests(filter)}
    group by r.type, r.status order by r.type, r.status`.execute(db);
  return rows;
}

export interface DecisionTimes {
  decided: number;
  median: number | null;
  longest: number | null;
  oldestPending: Date | null;
}

export async function readDecisionTimes(db: Db, filter: ApprovalFilter): Promise<DecisionTimes> {
  const { rows } = await sql<DecisionTimes>`select count(*) filter (where ${DECIDED}) as decided,
      (percentile_cont(0.5) within group (order by ${HOURS}) filter (where ${DECIDED}))::float8 as median,
      (max(${HOURS}) filter (where ${DECIDED}))::float8 as longest,
      min(r.created_at) filter (where r.status = 'PENDING') as "oldestPending"
    ${requests(filter)}`.execute(db);
  return rows[0] ?? { decided: 0, median: null, longest: null, oldestPending: null };
}

export interface DeciderRow {
  name: string;
  role: Role;
  approved: number;
  rejected: number;
  median: number | null;
  longest: number | null;
}

export async function listDeciders(db: Db, filter: ApprovalFilter): Promise<DeciderRow[]> {
  const { rows } =
    await sql<DeciderRow>`select d.name, d.role, count(*) filter (where r.status = 'APPROVED') as approved,
      count(*) filter (where r.status = 'REJECTED') as rejected,
      (percentile_cont(0.5) within group (order by ${HOURS}))::float8 as median, max(${HOURS})::float8 as longest
    ${requests(filter)} and ${DECIDED} and d.id is not null
    group by d.id, d.name, d.role order by count(*) desc, d.name, d.id`.execute(db);
  return rows;
}

export interface RequestLine {
  type: ApprovalType;
  status: ApprovalStatus;
  createdAt: Date;
  requester: string;
  requesterRole: Role;
  target: string;
  areaId: LocationId | null;
  decider: string | null;
  deciderRole: Role | null;
  decidedAt: Date | null;
  hours: number | null;
  comment: string | null;
}

/** The newest requests first. */
export async function listRequestLines(db: Db, filter: ApprovalFilter, limit: number): Promise<RequestLine[]> {
  const { rows } = await sql<RequestLine>`select x.type, x.status, x.created_at as "createdAt", q.name as requester,
      x.requester_role as "requesterRole", t.name as target, x.area_id as "areaId", d.name as decider, d.role as "deciderRole",
      x.decided_at as "decidedAt", x.hours::float8 as hours, x.decision_comment as comment
    from (select r.*, case when ${DECIDED} then ${HOURS} end as hours ${requests(filter)}
      order by r.created_at desc, r.id limit ${limit}) x
    join users q on q.id = x.requester_id join users t on t.id = x.target_user_id left join users d on d.id = x.decided_by
    order by x.created_at desc, x.id`.execute(db);
  return rows;
}
