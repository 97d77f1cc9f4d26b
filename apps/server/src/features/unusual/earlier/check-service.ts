import { rm } from 'node:fs/promises';
import { allRefused } from '@ec/contract/geography/register-import';
import type { EarlierElectionId } from '@ec/contract/unusual/earlier';
import { saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { createProgress, startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { failureOf } from '../../../platform/jobs/import-standing.ts';
import { type Acting, follow, goodLines, type Step } from '../../../platform/jobs/import-work.ts';
import { strangeLines } from './earlier-queries.ts';
import { copyLines, discardWaiting, insertEarlier, lockImport, noteGone, noteProgress } from './earlier-repository.ts';
import { entry, requireBrings } from './earlier-service.ts';
import { createEarlierCheck } from './file-rules.ts';
import type { ReceivedResults } from './upload.ts';

/** The part of the work that reading takes. */
const READING = 0.8;

/** Reads the file into the table of results, where they wait. Throws IMPORT_INVALID with the bad lines. */
async function look(bulk: Bulk, file: ReceivedResults, say: (step: Step) => void): Promise<number> {
  const check = createEarlierCheck(file.parties);
  await copyLines(bulk, file.id, goodLines(file.path, check, say, READING));
  say({ state: 'checking', done: READING, rows: check.rows });
  const refused = allRefused(check.refused, await strangeLines(bulk.tx, file.id));
  if (refused.count > 0) throw new AppError('IMPORT_INVALID', refused);
  return check.rows;
}

/** Gives up whatever of the person's still waits for a decision. */
async function overtake({ platform, actor, origin }: Acting, now: Date): Promise<void> {
  await inTransaction(platform.database.db, async (tx) => {
    for (const former of await discardWaiting(tx, actor.userId, now))
      await saveAudit(tx, origin, entry('unusual.earlier_discarded', former));
  });
}

/** Checks a file of earlier results; what is right waits for a decision. */
export async function startCheck(acting: Acting, file: ReceivedResults): Promise<{ id: EarlierElectionId }> {
  const { platform, actor, origin } = acting;
  requireBrings(actor);
  const { database, clock } = platform;
  const { id } = file;
  const { say, settle } = createProgress<Step>((step) => noteProgress(database.db, id, step));
  const { finished } = await startFollowedWork(database, {
    begin: async ({ tx }) => {
      if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
      await overtake(acting, clock.now());
      await insertEarlier(database.db, { ...file, by: actor.userId, at: clock.now() });
    },
    work: async (bulk) => await look(bulk, file, say),
    complete: async ({ tx }, rows) => {
      await noteProgress(tx, id, { state: 'waiting', done: 1, rows });
      await saveAudit(tx, origin, entry('unusual.earlier_checked', file, { rows }));
    },
    progress: { settle },
    failed: async (error) => {
      await inTransaction(database.db, async (tx) => {
        const failure = failureOf(error);
        await noteGone(tx, id, { state: 'failed', error: failure }, clock.now());
        await saveAudit(tx, origin, entry('unusual.earlier_checked', file, { refused: failure.count }));
      });
    },
  });
  follow(
    acting,
    finished.finally(() => void rm(file.path, { force: true })),
  );
  return { id };
}
