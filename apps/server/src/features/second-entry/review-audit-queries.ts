import type { ElectionId, ResultId, UserId } from '@ec/contract/base/common';
import type { ElectionStatus } from '@ec/contract/elections/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Role } from '@ec/contract/permissions/roles';
import type { SheetOutcome } from '@ec/contract/review-audits/outcomes';
import type { AuditCounts, AuditSheet, ReviewAuditId } from '@ec/contract/review-audits/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { personLink, uuidArray } from '../../platform/database/sql-parts.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';

interface Person {
  id: UserId;
  name: string;
  role: Role;
}

export interface AuditStepRow {
  step: 'drawn' | 'extended' | 'closed';
  sheets: number;
  by: Person;
  /** A moment in JSON is text. */
  at: string;
  reason: string | null;
  counts: AuditCounts | null;
}

export interface AuditRow {
  id: ReviewAuditId;
  electionId: ElectionId;
  electionStatus: ElectionStatus;
  electionName: string;
  number: number;
  seed: string;
  seedMade: boolean;
  sheets: number;
  population: number;
  state: 'open' | 'closed';
  /** The oldest first. */
  steps: AuditStepRow[];
}

const COLUMNS = sql`a.id, a.election_id as "electionId", e.status as "electionStatus", e.name as "electionName", a.number, a.seed,
  a.seed_made as "seedMade", a.sheets, a.population, a.state,
  (select json_agg(json_build_object('step', x.step, 'sheets', x.sheets, 'by', ${personLink('p')}, 'at', x.created_at, 'reason', x.reason,
      'counts', x.counts) order by x.id)
    from review_audit_steps x join users p on p.id = x.by_user_id where x.audit_id = a.id) as steps
  from review_audits a join elections e on e.id = a.election_id`;

/** The audits of an election, the newest first. */
export async function listAudits(db: Db, electionId: ElectionId): Promise<AuditRow[]> {
  const { rows } =
    await sql<AuditRow>`select ${COLUMNS} where a.election_id = ${electionId} order by a.number desc`.execute(db);
  return rows;
}

export async function findAudit(db: Db, id: ReviewAuditId): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`select ${COLUMNS} where a.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * How the drawn sheet of the entry `s` stands: of an audit `a`, which the step `k` closed, with its result `r`. What has changed since the draw is never
 * right; after the close what was voided by it is left, but for sheets that had no photo then, which no entry could settle. Closes that counted none of
 * these have them among what is left.
 */
const OUTCOME = sql<SheetOutcome>`case when s.state = 'wrong' then 'wrong' when s.state = 'illegible' then 'unreadable'
  when r.version <> s.version or r.status <> 'verified' or (s.state = 'void' and a.state = 'open') then 'changed'
  when s.state = 'matched' then 'right' when s.state in ('differs', 'unreadable') then 'arbiter'
  when not exists (select from versions_with_photo w left join version_photos p on p.result_id = w.result_id and p.version = w.version and p.part = 'sheet'
      where w.result_id = s.result_id and w.version = s.version and w.photo_file_id is not null
        and (p.received_at > k.created_at) is not true)
    and (k.counts ->> 'no_photo')::int is distinct from 0 then 'no_photo'
  when s.state = 'void' then 'left' else 'waiting' end`;

const CLOSE = sql`left join review_audit_steps k on k.audit_id = a.id and k.step = 'closed'`;

/** How many drawn sheets of each audit stand in which way, now. */
export async function countOutcomes(
  db: Db,
  ids: readonly ReviewAuditId[],
): Promise<Map<ReviewAuditId, Partial<AuditCounts>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: ReviewAuditId;
    counts: Partial<AuditCounts>;
  }>`select o.id, json_object_agg(o.outcome, o.n) as counts
    from (select a.id, ${OUTCOME} as outcome, count(*) as n from second_entries s
      join review_audits a on a.id = s.audit_id ${CLOSE} join results r on r.id = s.result_id
      where s.audit_id = any (${uuidArray(ids)}) group by a.id, outcome) o group by o.id`.execute(db);
  return new Map(rows.map(({ id, counts }) => [id, counts]));
}

/** Active people who enter sheets a second time; they work for every area. */
export async function countTranscribers(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from users u
    where u.transcriber and ${EFFECTIVE_STATUS} = 'ACTIVE'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Verified official sheets of the election. */
export async function countVerified(db: Db, electionId: ElectionId): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(units), 0)::int as n from tallies
    where election_id = ${electionId} and source = 'official' and level = 'lga' and status = 'verified'`.execute(db);
  return rows[0]?.n ?? 0;
}

export type SheetRow = Omit<AuditSheet, 'chain' | 'pollingUnitId'> & { pollingUnitId: LocationId };

const DRAWN = sql`from review_audit_sheets x join review_audits a on a.id = x.audit_id and x.rank <= a.sheets ${CLOSE}
  join second_entries s on s.result_id = x.result_id and s.version = x.version and s.audit_id = x.audit_id
  join results r on r.id = x.result_id join locations u on u.id = r.polling_unit_id`;

/** The drawn sheets in the order of the draw. */
export async function listDrawn(
  db: Db,
  id: ReviewAuditId,
  { outcome, limit, offset }: { outcome?: SheetOutcome | undefined; limit: number; offset: number },
): Promise<{ rows: SheetRow[]; total: number }> {
  const { rows } = await sql<SheetRow & { total: number }>`select d.*, count(*) over () as total from (
      select x.rank, s.id as "entryId", s.result_id as "resultId", s.version, s.polling_unit_id as "pollingUnitId", u.code, u.name,
        ${OUTCOME} as outcome ${DRAWN} where x.audit_id = ${id}) d
    where ${outcome ? sql`d.outcome = ${outcome}` : sql`true`} order by d.rank limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** What the draw orders a version of a sheet at the unit `u` by; who knows the four can compute it. */
export const drawHash = ({ seed, electionId }: { seed: string; electionId: ElectionId }, version: RawBuilder<number>) =>
  sql<Buffer>`sha256(convert_to(concat_ws(E'\n', ${seed}::text, ${electionId}::text, u.code, (${version})::text), 'UTF8'))`;

export interface FileRow {
  rank: number;
  code: string;
  version: number;
  hash: string;
  outcome: SheetOutcome | null;
}

/** A stretch of the file of drawn sheets, or of all that they were drawn from. */
export async function listForFile(
  db: Db,
  audit: Pick<AuditRow, 'id' | 'seed' | 'electionId'>,
  { of, after, limit }: { of: 'drawn' | 'all'; after: number; limit: number },
): Promise<FileRow[]> {
  const hash = sql`encode(${drawHash(audit, sql<number>`x.version`)}, 'hex')`;
  const where = sql`where x.audit_id = ${audit.id} and x.rank > ${after} order by x.rank limit ${limit}`;
  const { rows } =
    of === 'drawn'
      ? await sql<FileRow>`select x.rank, u.code, x.version, ${hash} as hash, ${OUTCOME} as outcome ${DRAWN} ${where}`.execute(
          db,
        )
      : await sql<FileRow>`select x.rank, u.code, x.version, ${hash} as hash, null as outcome
          from review_audit_sheets x join results r on r.id = x.result_id join locations u on u.id = r.polling_unit_id ${where}`.execute(
          db,
        );
  return rows;
}

/** A drawn sheet that joins the queue. */
export interface DrawnRow {
  resultId: ResultId;
  version: number;
  pollingUnitId: LocationId;
  flagged: boolean;
  totalVotes: number;
  submittedBy: UserId;
  submittedAt: Date;
  /** Who verified the version, entered it or decided on it before. */
  barred: UserId[];
}

/** The sheets of the ranks after `from` up to `to`. A version that was replaced since the draw is drawn all the same. */
export async function listRanks(
  db: Db,
  id: ReviewAuditId,
  { from, to }: { from: number; to: number },
): Promise<DrawnRow[]> {
  const { rows } =
    await sql<DrawnRow>`select x.result_id as "resultId", x.version, r.polling_unit_id as "pollingUnitId",
      r.flags <> '{}' as flagged, r.total_votes as "totalVotes", v.submitted_by as "submittedBy", v.submitted_at as "submittedAt",
      array(select d.decided_by from result_decisions d where d.result_id = x.result_id and d.version = x.version
          and d.action = 'verified' and d.decided_by is not null
        union select t.by_user_id from second_entries s join second_entry_steps t on t.entry_id = s.id
          where s.result_id = x.result_id and s.version = x.version and t.step not in ('claimed', 'released')) as barred
    from review_audit_sheets x join results r on r.id = x.result_id
    join result_versions v on v.result_id = x.result_id and v.version = x.version
    where x.audit_id = ${id} and x.rank > ${from} and x.rank <= ${to}`.execute(db);
  return rows;
}
