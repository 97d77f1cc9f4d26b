import { rm } from 'node:fs/promises';
import type { PublishedCounts } from '@ec/contract/collations/published';
import { ballotOf } from '@ec/contract/elections/parties';
import { allRefused } from '@ec/contract/geography/register-import';
import { saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { areasOf } from '../../../platform/http/actor.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { createProgress, startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { failureOf } from '../../../platform/jobs/import-standing.ts';
import { follow, goodLines, type Step } from '../../../platform/jobs/import-work.ts';
import type { CollatedElection } from '../queries.ts';
import { createPublishedCheck } from './file-rules.ts';
import { countLines, strangeLines } from './import-queries.ts';
import {
  copyLines,
  discardWaiting,
  insertImport,
  lockImport,
  noteEnded,
  noteProgress,
  noteWaiting,
} from './import-repository.ts';
import { type Acting, entry, requireOpen } from './import-service.ts';
import type { ReceivedSheets } from './upload.ts';

/** Reads the file into the table of lines, and finds out what it holds. Throws IMPORT_INVALID with the bad lines. */
async function look(
  bulk: Bulk,
  { actor }: Acting,
  file: ReceivedSheets,
  parties: readonly string[],
  say: (step: Step) => void,
): Promise<{ rows: number; counts: PublishedCounts }> {
  const { tx } = bulk;
  const check = createPublishedCheck(parties);
  await copyLines(bulk, file.id, goodLines(file.path, check, say, 0.6));
  say({ state: 'checking', done: 0.7, rows: check.rows });
  const refused = allRefused(check.refused, await strangeLines(tx, { ...file, areas: areasOf(actor) }));
  if (refused.count > 0) throw new AppError('IMPORT_INVALID', refused);
  say({ state: 'checking', done: 0.8, rows: check.rows });
  const { rows, last: _, ...counts } = await countLines(tx, { ...file, parties });
  return { rows, counts: { ...counts, absent: check.absent } };
}

/** Gives up whatever of the person's still waits for a decision in the election. */
async function overtake(acting: Acting, electionId: CollatedElection['id'], now: Date): Promise<void> {
  const { platform, actor, origin } = acting;
  await inTransaction(platform.database.db, async (tx) => {
    for (const former of await discardWaiting(tx, { startedBy: actor.userId, electionId }, now))
      await saveAudit(tx, origin, entry('collation.published_discarded', acting, { ...former, electionId }));
  });
}

/** Finds out what a file of published sheets would change, and stores nothing of it but its lines, which wait for a decision. */
export async function startCheck(acting: Acting, file: ReceivedSheets): Promise<{ id: string }> {
  const { platform, actor, origin } = acting;
  const { database, clock } = platform;
  areasOf(actor);
  const election = await requireOpen(database.db, file.electionId);
  const parties = ballotOf(election.parties);
  const { id, fileName, sha256, electionId } = file;
  const { say, settle } = createProgress<Step>((step) => noteProgress(database.db, id, step));
  const { finished } = await startFollowedWork(database, {
    begin: async ({ tx }) => {
      if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
      await overtake(acting, electionId, clock.now());
      const made = { id, electionId, parties, fileName, sha256, startedBy: actor.userId, now: clock.now() };
      await insertImport(database.db, made);
    },
    work: async (bulk) => await look(bulk, acting, file, parties, say),
    complete: async ({ tx }, { rows, counts }) => {
      await noteWaiting(tx, id, rows, counts);
      await saveAudit(tx, origin, entry('collation.published_checked', acting, file, { rows, ...counts }));
    },
    progress: { settle },
    failed: async (error) => {
      await inTransaction(database.db, async (tx) => {
        const failure = failureOf(error);
        await noteEnded(tx, id, { state: 'failed', error: failure }, clock.now());
        await saveAudit(tx, origin, entry('collation.published_checked', acting, file, { refused: failure.count }));
      });
    },
  });
  follow(
    acting,
    finished.finally(() => void rm(file.path, { force: true })),
  );
  return { id };
}
