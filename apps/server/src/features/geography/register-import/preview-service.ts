import { type AuditOrigin, saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { loadNames } from '../../../platform/database/places.ts';
import { type Progress, startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { failureOf } from '../../../platform/jobs/import-standing.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import { progressNotes } from './import-notes.ts';
import { type Checked, lockImport, noteFailed, noteWaiting } from './import-repository.ts';
import { placeChanges } from '../list-queries.ts';
import { toPreview } from './answers.ts';
import { oneMoment, registerChanges } from './preview-queries.ts';
import { readRegister } from './register-reading.ts';

export interface CheckJob {
  database: Database;
  clock: Clock;
  id: string;
  path: string;
  fileName: string;
  origin: AuditOrigin;
}

async function compare(bulk: Bulk, job: CheckJob, { say }: Progress<Step>): Promise<Checked> {
  const { tx } = bulk;
  const treeChanges = await placeChanges(tx);
  const register = await readRegister(bulk, job.path, say, 'go on');
  say({ state: 'checking', done: 0.7, rows: register.check.rows });
  const found = await registerChanges(tx);
  const names = await loadNames(
    tx,
    Object.values(found.samples).flatMap((places) => places.map(({ id }) => id)),
  );
  return { preview: toPreview(register, found, names), treeChanges };
}

/** Notes what was found out: a faultless file waits for a decision, any other has failed with all its bad lines. */
async function conclude(job: CheckJob, checked: Checked): Promise<boolean> {
  const { id, fileName, origin, clock } = job;
  const { counts, refused } = checked.preview;
  await inTransaction(job.database.db, async (tx) => {
    if (refused.count === 0) await noteWaiting(tx, id, checked);
    else {
      const failure = failureOf(new AppError('IMPORT_INVALID', refused));
      await noteFailed(tx, id, failure, clock.now(), checked.preview);
    }
    const next = { file: fileName, ...counts, refused: refused.count };
    await saveAudit(tx, origin, { event: 'geography.import_checked', resourceId: id, next });
  });
  return refused.count === 0;
}

export interface StartedCheck {
  /** Whether the file waits for a decision now; fails where it could not be found out what it would change. */
  finished: Promise<boolean>;
}

/**
 * Finds out what an import of the file would change, and stores nothing of it. Answers as soon as `begin` has made it
 * known; refuses with IMPORT_RUNNING while another worker holds the same import.
 */
export async function startCheck(job: CheckJob, begin: () => Promise<void>): Promise<StartedCheck> {
  const { database, clock, id } = job;
  const progress = progressNotes(database.db, id);
  return await startFollowedWork(database, {
    begin: async ({ tx }) => {
      // The tree is compared as it was at one moment, however long the file takes.
      await oneMoment(tx);
      if (!(await lockImport(tx, id))) throw new AppError('IMPORT_RUNNING');
      await begin();
    },
    work: async (bulk) => await compare(bulk, job, progress),
    complete: async (_, checked) => await conclude(job, checked),
    progress,
    failed: async (error) => await noteFailed(database.db, id, failureOf(error), clock.now()),
  });
}
