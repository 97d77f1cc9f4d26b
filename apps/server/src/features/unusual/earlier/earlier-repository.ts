import type { UserId } from '@ec/contract/base/common';
import type { ImportFailure } from '@ec/contract/geography/register-import';
import type { EarlierElectionId, EarlierElectionRequest } from '@ec/contract/unusual/earlier';
import { sql } from 'kysely';
import type { Bulk } from '../../../platform/database/bulk.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { lockJob } from '../../../platform/database/advisory-locks.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import { JOB_LOCK } from './earlier-queries.ts';
import type { EarlierLine } from './file-rules.ts';

/** Takes the import until the transaction ends; false while another worker holds it, in any process. */
export const lockImport = async (tx: Tx, id: EarlierElectionId) => await lockJob(tx, JOB_LOCK, id);

export interface NewEarlier extends EarlierElectionRequest {
  id: EarlierElectionId;
  fileName: string;
  sha256: Buffer;
  by: UserId;
  at: Date;
}

export async function insertEarlier(db: Db, made: NewEarlier): Promise<void> {
  await db
    .insertInto('earlier_elections')
    .values({
      id: made.id,
      name: made.name,
      type: made.type,
      election_date: made.electionDate,
      parties: [...made.parties],
      file_name: made.fileName,
      file_sha256: made.sha256,
      state: 'reading',
      imported_by: made.by,
      created_at: made.at,
    })
    .execute();
}

/** Loads the good lines of a file, in the transaction that checks it. */
export async function copyLines(bulk: Bulk, id: EarlierElectionId, lines: AsyncIterable<EarlierLine>): Promise<number> {
  async function* rows() {
    for await (const { line, unit, registered, accredited, votes, others } of lines)
      yield [id, unit, line, registered, accredited, `{${votes.join(',')}}`, others];
  }
  const columns = ['earlier_id', 'polling_unit_id', 'line', 'registered', 'accredited', 'votes', 'others'];
  return await bulk.copy('earlier_results', columns, rows());
}

/** Notes how far an import has come; outside its transaction, so that others see it. */
export async function noteProgress(db: Db, id: EarlierElectionId, step: Step): Promise<void> {
  await db.updateTable('earlier_elections').set(step).where('id', '=', id).execute();
}

/** Its rows count from now on. */
export async function noteStored(tx: Tx, id: EarlierElectionId, at: Date): Promise<void> {
  await tx.updateTable('earlier_elections').set({ state: 'completed', ended_at: at }).where('id', '=', id).execute();
}

/** Ends an import without its rows, or removes those that were stored. */
export async function noteGone(
  tx: Tx,
  id: EarlierElectionId,
  end: { state: 'failed' | 'discarded'; error?: ImportFailure },
  at: Date,
): Promise<void> {
  await sql`delete from earlier_results where earlier_id = ${id}::uuid`.execute(tx);
  await tx
    .updateTable('earlier_elections')
    .set({ state: end.state, ended_at: at, ...(end.error && { error: JSON.stringify(end.error) }) })
    .where('id', '=', id)
    .execute();
}

/** Locks the earlier election until the transaction ends, against those who begin to compare with it. */
export async function lockEarlier(tx: Tx, id: EarlierElectionId): Promise<void> {
  await sql`select from earlier_elections where id = ${id}::uuid for update`.execute(tx);
}

/** The files of the person that wait for a decision are given up; answers which they were. */
export async function discardWaiting(
  tx: Tx,
  by: UserId,
  at: Date,
): Promise<{ id: EarlierElectionId; name: string; fileName: string }[]> {
  const waiting = await tx
    .selectFrom('earlier_elections')
    .select(['id', 'name', 'file_name as fileName'])
    .where('imported_by', '=', by)
    .where('state', '=', 'waiting')
    .forUpdate()
    .execute();
  for (const { id } of waiting) await noteGone(tx, id, { state: 'discarded' }, at);
  return waiting;
}

/** Keeps the earlier election from being removed until the transaction ends. */
export async function holdEarlier(tx: Tx, id: EarlierElectionId): Promise<void> {
  await sql`select from earlier_elections where id = ${id}::uuid for key share`.execute(tx);
}
