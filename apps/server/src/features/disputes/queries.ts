import type { DisputeId, ElectionId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import type { DisputeEntry, DisputeListQuery, DisputeStatus, ResolvedAs } from '@ec/contract/disputes/schemas';
import type { ElectionStatus, Source } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ResultStatus } from '@ec/contract/results/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import { inAreas } from '../../platform/database/places.ts';
import type { Db } from '../../platform/database/database.ts';
import { allOf, likeEscaped, personLink } from '../../platform/database/sql-parts.ts';
import type { Control } from '../results/decision-rules.ts';
import { notSender, SECOND_ENTRY_COLUMNS, type SecondEntryRow, SENDER_COLUMNS } from '../results/queries.ts';

interface Link {
  id: UserId;
  name: string;
  role: Role;
}

export interface DisputeRow extends SecondEntryRow {
  id: DisputeId;
  resultId: ResultId;
  electionId: ElectionId;
  electionName: string;
  electionStatus: ElectionStatus;
  closesAt: Date;
  parties: string[];
  pollingUnitId: LocationId;
  unitCode: string;
  source: Source;
  version: number;
  reason: string;
  raisedBy: Link | null;
  raisedRole: Role | null;
  raisedAt: Date;
  assignee: Link | null;
  resolvedAs: ResolvedAs | null;
  resolvedBy: Link | null;
  resolvedAt: Date | null;
  comments: number;
  updatedAt: Date;
  /** The result's present status, the author of its newest version, and its checks. */
  resultStatus: ResultStatus;
  submittedBy: UserId;
  controls: Control[];
  device: string | null;
  flags: string[];
}

const COLUMNS = sql`d.id, d.result_id as "resultId", d.election_id as "electionId", e.name as "electionName",
  e.status as "electionStatus", e.closes_at as "closesAt", e.parties, d.polling_unit_id as "pollingUnitId", u.code as "unitCode", d.source, d.version,
  d.reason, ${personLink('b', sql`coalesce(d.raised_role, b.role)`)} as "raisedBy", d.raised_role as "raisedRole",
  d.raised_at as "raisedAt", ${personLink('a')} as assignee, d.resolved_as as "resolvedAs", ${personLink('s')} as "resolvedBy",
  d.resolved_at as "resolvedAt", d.updated_at as "updatedAt", r.status as "resultStatus",
  r.submitted_by as "submittedBy", r.flags, ${SENDER_COLUMNS}, ${SECOND_ENTRY_COLUMNS},
  (select count(*) from dispute_entries c where c.dispute_id = d.id and c.kind = 'comment') as comments`;

const JOINS = sql`join results r on r.id = d.result_id
  join result_versions v on v.result_id = r.id and v.version = r.version
  join elections e on e.id = d.election_id
  join locations u on u.id = d.polling_unit_id
  left join users b on b.id = d.raised_by
  left join users a on a.id = d.assignee_id
  left join users s on s.id = d.resolved_by`;

type Condition = RawBuilder<unknown>;

interface Slice {
  order: Condition;
  limit: number;
  offset?: number;
}

/** The page is selected before its rows are joined. */
async function select(db: Db, parts: readonly Condition[], { order, limit, offset = 0 }: Slice): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`/* disputes.list */ select ${COLUMNS} from (
      select d.* from disputes d where ${allOf(parts)} order by ${order} limit ${limit} offset ${offset}
    ) d ${JOINS} order by ${order}`.execute(db);
  return rows;
}

const NEWEST_CHANGE = sql`d.updated_at desc, d.id desc`;
const NEWEST = sql`d.raised_at desc, d.id desc`;

/** One dispute in the areas; undefined if it does not exist or lies outside. */
export async function findDispute(
  db: Db,
  areas: readonly LocationId[],
  id: DisputeId,
): Promise<DisputeRow | undefined> {
  const own = [sql`d.id = ${id}`, inAreas('d.polling_unit_id', areas)];
  const [row] = await select(db, own, { order: NEWEST, limit: 1 });
  return row;
}

export interface DisputeFilter {
  areas: readonly LocationId[];
  electionId?: ElectionId | undefined;
  source?: Source | undefined;
  status?: DisputeStatus | undefined;
  q?: string | undefined;
  whose?: DisputeListQuery['whose'];
  reader: {
    userId: UserId;
    device: string | null;
    /** The roles below the reader's, whose disputes they can resolve. */
    raisers: readonly Role[];
  };
}

const WHOSE: Record<NonNullable<DisputeFilter['whose']>, (reader: DisputeFilter['reader']) => Condition> = {
  assigned: ({ userId }) => sql`d.assignee_id = ${userId}`,
  unassigned: () => sql`d.assignee_id is null`,
  raised: ({ userId }) => sql`d.raised_by = ${userId}`,
  mine: ({ userId, device, raisers }) => sql`d.resolved_at is null and d.raised_by is distinct from ${userId}
    and coalesce(d.raised_role, 'ward_admin') = any (${`{${raisers.join(',')}}`}::text[])
    and exists (select from results r join elections e on e.id = r.election_id
      join result_versions v on v.result_id = r.id and v.version = r.version
      where r.id = d.result_id and e.status <> 'archived' and coalesce(v.device <> decode(${device}, 'hex'), true)
        and ${notSender(sql`${userId}::uuid`)})`,
};

/** All filters except the status, by which the counts are grouped. */
function conditions(filter: DisputeFilter): Condition[] {
  const { areas, electionId, source, whose, reader, q } = filter;
  const parts: Condition[] = [inAreas('d.polling_unit_id', areas)];
  if (electionId) parts.push(sql`d.election_id = ${electionId}`);
  if (source) parts.push(sql`d.source = ${source}`);
  if (whose) parts.push(WHOSE[whose](reader));
  if (q) {
    const words = likeEscaped(q);
    parts.push(sql`exists (select from locations u where u.id = d.polling_unit_id
      and (u.name ilike ${`%${words}%`} or u.code like ${`${words}%`}))`);
  }
  return parts;
}

const statusIs = (status: DisputeStatus) =>
  status === 'open' ? sql`d.resolved_at is null` : sql`d.resolved_at is not null`;

/** One page of disputes, newest first, and the numbers of open and resolved ones under the other filters. */
export async function listDisputes(
  db: Db,
  filter: DisputeFilter,
  page: { sort: 'raisedAt' | 'updatedAt'; limit: number; offset: number },
): Promise<{ rows: DisputeRow[]; counts: Record<DisputeStatus, number> }> {
  const parts = conditions(filter);
  const shown = filter.status ? [...parts, statusIs(filter.status)] : parts;
  const order = page.sort === 'raisedAt' ? NEWEST : NEWEST_CHANGE;
  const [rows, counts] = await Promise.all([
    select(db, shown, { order, limit: page.limit, offset: page.offset }),
    sql<Record<DisputeStatus, number>>`select count(*) filter (where d.resolved_at is null) as open,
      count(*) filter (where d.resolved_at is not null) as resolved from disputes d where ${allOf(parts)}`.execute(db),
  ]);
  return { rows, counts: counts.rows[0] ?? { open: 0, resolved: 0 } };
}

interface OpenFilter {
  electionId?: ElectionId | undefined;
  source?: Source | undefined;
  areas: readonly LocationId[];
}

function open({ electionId, source, areas }: OpenFilter): Condition[] {
  const parts: Condition[] = [statusIs('open'), inAreas('d.polling_unit_id', areas)];
  if (electionId) parts.push(sql`d.election_id = ${electionId}`);
  if (source) parts.push(sql`d.source = ${source}`);
  return parts;
}

/** The number of open disputes of the areas, and of unassigned ones among them. */
export async function countOpenDisputes(db: Db, filter: OpenFilter): Promise<{ open: number; unassigned: number }> {
  const { rows } = await sql<{ open: number; unassigned: number }>`select count(*) as open,
      count(*) filter (where d.assignee_id is null) as unassigned
    from disputes d where ${allOf(open(filter))}`.execute(db);
  return rows[0] ?? { open: 0, unassigned: 0 };
}

/** The open disputes of the areas, latest first. */
export async function listOpenDisputes(db: Db, filter: OpenFilter & { limit: number }): Promise<DisputeRow[]> {
  return await select(db, open(filter), { order: NEWEST, limit: filter.limit });
}

/** All disputes about results of a unit in the areas, latest first. */
export async function listDisputesOfUnit(
  db: Db,
  areas: readonly LocationId[],
  unit: LocationId,
): Promise<DisputeRow[]> {
  const own = [sql`d.polling_unit_id = ${unit}::bigint`, inAreas('d.polling_unit_id', areas)];
  return await select(db, own, { order: NEWEST, limit: 200 });
}

/** The number of open disputes of the areas assigned to the user. */
export async function countAssignedTo(db: Db, userId: UserId, areas: readonly LocationId[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from disputes d
    where d.assignee_id = ${userId} and d.resolved_at is null and ${inAreas('d.polling_unit_id', areas)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface EntryRow {
  id: number;
  kind: DisputeEntry['kind'];
  by: Link | null;
  at: Date;
  text: string | null;
  fileId: FileId | null;
  assignee: Link | null;
  resolvedAs: ResolvedAs | null;
}

/** The history of a dispute, oldest first. */
export async function listEntries(db: Db, id: DisputeId): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select n.id, n.kind, n.created_at as at, n.text, n.file_id as "fileId",
      n.resolved_as as "resolvedAs", ${personLink('b')} as by, ${personLink('a')} as assignee
    from dispute_entries n left join users b on b.id = n.by_user_id left join users a on a.id = n.assignee_id
    where n.dispute_id = ${id} order by n.id`.execute(db);
  return rows;
}

/** Disputed results without an open dispute, or the reverse: there must be none. */
export async function findStrayDisputes(db: Db, electionId: ElectionId): Promise<{ id: ResultId; status: string }[]> {
  const { rows } = await sql<{ id: ResultId; status: string }>`select r.id, r.status from results r
    left join disputes d on d.result_id = r.id and d.resolved_at is null
    where r.election_id = ${electionId} and (r.status = 'disputed') <> (d.id is not null)`.execute(db);
  return rows;
}
