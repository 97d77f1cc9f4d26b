import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { ReportId, ReportParameters, ReportTemplateId } from '@ec/contract/reports/schemas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { ParameterWords, ReportFile } from '../../platform/database/tables/reports.ts';

/** Serialises requests of one user, so that they are counted correctly. */
export async function lockRequester(tx: Tx, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reports ${userId}`}::text, 0))`.execute(tx);
}

export async function insertReport(
  tx: Tx,
  report: {
    id: ReportId;
    template: ReportTemplateId;
    title: string;
    parameters: ReportParameters;
    words: ParameterWords;
    areas: readonly LocationId[];
    requestedBy: UserId;
    requestedAt: Date;
  },
): Promise<void> {
  const { id, template, title, areas, requestedBy, requestedAt } = report;
  await sql`insert into reports (id, template, title, parameters, words, areas, requested_by, requested_at)
    values (${id}, ${template}, ${title}, ${JSON.stringify(report.parameters)}::jsonb, ${JSON.stringify(report.words)}::jsonb,
      ${`{${areas.join(',')}}`}::bigint[], ${requestedBy}, ${requestedAt})`.execute(tx);
}

/** Starts an attempt; returns its number, or undefined if the report is over or gone. */
export async function beginReport(tx: Tx, id: ReportId): Promise<number | undefined> {
  const row = await tx
    .updateTable('reports')
    .set((eb) => ({ status: 'running', progress: 0, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
}

/** True if this is still the last attempt: another may have taken the report over, or it was removed. */
const stillMine = { running: 'running' as const };

export async function noteProgress(db: Db, id: ReportId, attempt: number, progress: number): Promise<boolean> {
  const row = await db
    .updateTable('reports')
    .set({ progress })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', stillMine.running)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Completes the report with its files; false if this is no longer the last attempt. */
export async function completeReport(
  tx: Tx,
  id: ReportId,
  attempt: number,
  made: {
    files: readonly ReportFile[];
    generatedAt: Date;
    expiresAt: Date;
    auditHead: { position: number; hash: string };
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('reports')
    .set({
      status: 'completed',
      progress: 1,
      files: sql`${JSON.stringify(made.files)}::jsonb`,
      generated_at: made.generatedAt,
      expires_at: made.expiresAt,
      audit_position: made.auditHead.position,
      audit_hash: made.auditHead.hash,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', stillMine.running)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the report as failed; false if another attempt owns it, or it is over. */
export async function failReport(tx: Tx, id: ReportId, attempt: number, error: string): Promise<boolean> {
  const row = await tx
    .updateTable('reports')
    .set({ status: 'failed', error })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('status', '=', stillMine.running)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the report's files have expired; false if the report is gone or already expired. */
export async function expireReport(tx: Tx, id: ReportId): Promise<boolean> {
  const row = await tx
    .updateTable('reports')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteReport(tx: Tx, id: ReportId): Promise<void> {
  await tx.deleteFrom('reports').where('id', '=', id).execute();
}
