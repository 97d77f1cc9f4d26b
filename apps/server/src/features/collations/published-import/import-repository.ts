import type { ElectionId, UserId } from '@ec/contract/base/common';
import type { PublishedCounts } from '@ec/contract/collations/published';
import type { ImportFailure } from '@ec/contract/geography/register-import';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Bulk } from '../../../platform/database/bulk.ts';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { lockJob } from '../../../platform/database/advisory-locks.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import type { PublishedLine } from './file-rules.ts';
import { DIFFERS, JOB_LOCK, NEWEST } from './import-queries.ts';

/** The first half of the advisory lock of those who store published sheets of an election: one after the other. */
const STORE_LOCK = 7_301_035;

/** Takes the import until the transaction ends; false while another worker holds it, in any process. */
export const lockImport = async (tx: Tx, id: string) => await lockJob(tx, JOB_LOCK, id);

/** Waits until no other import stores published sheets of the election. */
export async function holdStoring(tx: Tx, electionId: ElectionId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${STORE_LOCK}::int, hashtext(${electionId}::text))`.execute(tx);
}

export interface NewImport {
  id: string;
  electionId: ElectionId;
  parties: readonly string[];
  fileName: string;
  sha256: Buffer;
  startedBy: UserId;
  now: Date;
}

export async function insertImport(db: Db, made: NewImport): Promise<void> {
  await db
    .insertInto('published_imports')
    .values({
      id: made.id,
      election_id: made.electionId,
      parties: [...made.parties],
      file_name: made.fileName,
      file_sha256: made.sha256,
      state: 'reading',
      started_by: made.startedBy,
      created_at: made.now,
    })
    .execute();
}

/** Loads the good lines of a file, in the transaction that checks it. */
export async function copyLines(bulk: Bulk, id: string, lines: AsyncIterable<PublishedLine>): Promise<number> {
  async function* rows() {
    for await (const { line, unit, state, registered, accredited, votes, rejected, note } of lines) {
      // The text of an array: COPY of the house has no blank elements.
      const list = `{${votes.map((value) => value ?? 'NULL').join(',')}}`;
      yield [id, line, unit, state, registered, accredited, list, rejected, note];
    }
  }
  const columns = ['import_id', 'line', 'unit_id', 'state', 'registered', 'accredited', 'votes', 'rejected', 'note'];
  return await bulk.copy('published_import_lines', columns, rows());
}

/** Notes how far an import has come; outside its transaction, so that others see it. */
export async function noteProgress(db: Db, id: string, step: Step): Promise<void> {
  await db.updateTable('published_imports').set(step).where('id', '=', id).execute();
}

/** The file was checked: it waits for a decision. */
export async function noteWaiting(tx: Tx, id: string, rows: number, counts: PublishedCounts): Promise<void> {
  await tx
    .updateTable('published_imports')
    .set({ state: 'waiting', done: 1, rows, counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute();
}

/** Ends an import: its lines are no longer needed. */
export async function noteEnded(
  tx: Tx,
  id: string,
  end: { state: 'completed' | 'failed' | 'discarded'; counts?: PublishedCounts; error?: ImportFailure },
  now: Date,
): Promise<void> {
  const { state, counts, error } = end;
  await sql`delete from published_import_lines where import_id = ${id}`.execute(tx);
  await tx
    .updateTable('published_imports')
    .set({
      state,
      ended_at: now,
      ...(state === 'completed' && { done: 1 }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(error && { error: JSON.stringify(error) }),
    })
    .where('id', '=', id)
    .execute();
}

/** The files of the person for the election that wait for a decision are given up; answers which they were. */
export async function discardWaiting(
  tx: Tx,
  { startedBy, electionId }: { startedBy: UserId; electionId: ElectionId },
  now: Date,
): Promise<{ id: string; fileName: string }[]> {
  const waiting = await tx
    .selectFrom('published_imports')
    .select(['id', 'file_name as fileName'])
    .where('started_by', '=', startedBy)
    .where('election_id', '=', electionId)
    .where('state', '=', 'waiting')
    .where('ended_at', 'is', null)
    .forUpdate()
    .execute();
  for (const { id } of waiting) await noteEnded(tx, id, { state: 'discarded' }, now);
  return waiting;
}

/** Stores the lines after `from` up to `to` that say something new; answers their units. */
export async function storeLines(
  tx: Tx,
  of: { id: string; electionId: ElectionId; parties: readonly string[]; by: UserId; at: Date },
  { from, to }: { from: number; to: number },
): Promise<LocationId[]> {
  const { rows } = await sql<{
    unit: LocationId;
  }>`insert into published_sheets (election_id, polling_unit_id, state, parties, registered,
      accredited, votes, rejected, note, entered_by, entered_at)
    select ${of.electionId}::uuid, l.unit_id, l.state, ${[...of.parties]}::text[], l.registered, l.accredited, l.votes, l.rejected, l.note,
      ${of.by}::uuid, ${of.at}::timestamptz
    from published_import_lines l ${NEWEST(of.electionId)}
    where l.import_id = ${of.id} and l.line > ${from} and l.line <= ${to} and (p.id is null or ${DIFFERS(of.parties)})
    order by l.line returning polling_unit_id as unit`.execute(tx);
  return rows.map(({ unit }) => unit);
}
