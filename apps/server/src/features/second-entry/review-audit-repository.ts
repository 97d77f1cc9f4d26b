import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { AuditCounts, ReviewAuditId } from '@ec/contract/review-audits/schemas';
import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newIdOf } from '../../platform/runtime/ids.ts';
import { type DrawnRow, drawHash } from './review-audit-queries.ts';

export interface Draw {
  id: ReviewAuditId;
  electionId: ElectionId;
  seed: string;
  seedMade: boolean;
  sheets: number;
}

/**
 * Stores an audit with the order of all verified official sheets of the election, in one statement and so of one moment; answers how many they are.
 * With fewer than are to be drawn nothing is stored.
 */
export async function insertAudit(tx: Tx, draw: Draw): Promise<number> {
  const { id, electionId, seed, seedMade, sheets } = draw;
  const { rows } = await sql<{ population: number }>`with ranked as materialized (
      select r.id, r.version, row_number() over (order by ${drawHash(draw, sql<number>`r.version`)}, r.id) as rank
      from results r join locations u on u.id = r.polling_unit_id
      where r.election_id = ${electionId} and r.source = 'official' and r.status = 'verified'),
    counted as (select count(*)::int as population from ranked),
    audit as (insert into review_audits (id, election_id, number, seed, seed_made, sheets, population)
      select ${id}, ${electionId}, coalesce((select max(number) from review_audits where election_id = ${electionId}), 0) + 1, ${seed}, ${seedMade},
        ${sheets}, population from counted where population >= ${sheets} returning id),
    kept as (insert into review_audit_sheets (audit_id, rank, result_id, version)
      select a.id, k.rank, k.id, k.version from audit a cross join ranked k)
    select population from counted`.execute(tx);
  return rows[0]?.population ?? 0;
}

/** Locks the audit until the transaction ends; false where there is none. */
export async function lockAudit(tx: Tx, id: ReviewAuditId): Promise<boolean> {
  const { rows } = await sql`select from review_audits where id = ${id} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function resizeAudit(tx: Tx, id: ReviewAuditId, sheets: number): Promise<void> {
  await tx.updateTable('review_audits').set({ sheets }).where('id', '=', id).execute();
}

export async function closeAudit(tx: Tx, id: ReviewAuditId): Promise<void> {
  await tx.updateTable('review_audits').set({ state: 'closed' }).where('id', '=', id).execute();
}

const MINUTE_MS = 60_000;

/**
 * Drawn sheets join the queue. Their ids say the minute after the submission, as those of the policy do: the moment of the draw would tell a transcriber
 * which sheets are of an audit.
 */
export async function insertDrawn(
  tx: Tx,
  { id: auditId, electionId }: Pick<Draw, 'id' | 'electionId'>,
  drawn: readonly DrawnRow[],
): Promise<void> {
  const rows = drawn.map((row) => ({
    ...row,
    id: newIdOf<SecondEntryId>(new Date(row.submittedAt.getTime() + Math.random() * MINUTE_MS)),
    barred: `{${row.barred.join(',')}}`,
  }));
  await sql`insert into second_entries (id, result_id, version, election_id, polling_unit_id, ground, state, flagged, total_votes,
      submitted_at, submitted_by, audit_id, barred)
    select id, "resultId", version, ${electionId}, "pollingUnitId", 'audit', 'waiting', flagged, "totalVotes", "submittedAt", "submittedBy",
      ${auditId}, barred::uuid[]
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, "resultId" uuid, version int, "pollingUnitId" bigint,
      flagged boolean, "totalVotes" int, "submittedAt" timestamptz, "submittedBy" uuid, barred text)`.execute(tx);
}

/** Takes what is not settled out of the queue. */
export async function voidDrawn(tx: Tx, id: ReviewAuditId): Promise<void> {
  await sql`update second_entries set state = 'void', updated_at = clock_timestamp()
    where audit_id = ${id} and state not in ('matched', 'wrong', 'illegible', 'void')`.execute(tx);
}

export async function insertAuditStep(
  tx: Tx,
  audit: ReviewAuditId,
  step: {
    step: 'drawn' | 'extended' | 'closed';
    sheets: number;
    by: UserId;
    at: Date;
    reason?: string | null;
    counts?: AuditCounts;
  },
): Promise<void> {
  await tx
    .insertInto('review_audit_steps')
    .values({
      audit_id: audit,
      step: step.step,
      sheets: step.sheets,
      by_user_id: step.by,
      reason: step.reason ?? null,
      counts: step.counts ? JSON.stringify(step.counts) : null,
      created_at: step.at,
    })
    .execute();
}
