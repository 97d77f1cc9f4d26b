import type { ImportCounts } from '@ec/contract/geography/register-import';
import { type AuditOrigin, saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { saveEvent } from '../../../platform/events/events.ts';
import { startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { failureOf } from '../../../platform/jobs/import-standing.ts';
import type { Step } from '../../../platform/jobs/import-work.ts';
import { progressNotes } from './import-notes.ts';
import { insertImport, lockImport, noteCompleted, noteFailed, storeRegister } from './import-repository.ts';
import { readRegister, type ReadRegister } from './register-reading.ts';
import { digestOf } from './upload.ts';
import { lockTreeForImport } from '../../../platform/database/advisory-locks.ts';
import { refreshAllSums, settlePlaces } from '../repository.ts';

export interface ImportJob {
  database: Database;
  clock: Clock;
  /** The file, plain or gzipped CSV. */
  path: string;
  /** Name of the file as the person knows it, for the audit log. */
  fileName: string;
  origin: AuditOrigin;
  onProgress?: (step: Step) => void;
  /** Refuses, before the register is stored, a person who may not ask for it any more; absent for the command. */
  still?: () => Promise<void>;
}

/** The import as its starter follows it, whatever is stored by it. */
type Followed = Pick<ImportJob, 'database' | 'clock' | 'onProgress'>;

export interface StartedImport {
  id: string;
  /** Settles when the register is stored, or fails with what is wrong with the file. */
  finished: Promise<ImportCounts>;
}

async function store(
  bulk: Bulk,
  id: string,
  job: ImportJob,
  { check, units }: ReadRegister,
  say: (step: Step) => void,
): Promise<ImportCounts> {
  const { rows } = check;
  say({ state: 'storing', done: 0.6, rows });
  const { added, changed, placeholders } = await storeRegister(bulk.tx);
  say({ state: 'storing', done: 0.9, rows });
  await refreshAllSums(bulk.tx, [...check.wards.keys()]);
  const counts: ImportCounts = {
    rows,
    added,
    changed,
    ...(placeholders && { placeholders }),
    left: {
      wards: check.wards.size - added.wards - changed.wards,
      pollingUnits: units - added.pollingUnits - changed.pollingUnits,
    },
  };
  await job.still?.();
  const sha256 = (await digestOf(job.path))?.toString('hex');
  const next = { file: job.fileName, ...counts, ...(sha256 && { sha256 }) };
  await saveAudit(bulk.tx, job.origin, { event: 'geography.imported', resourceId: id, next });
  await saveEvent(bulk.tx, { type: 'geography.changed' });
  return counts;
}

/**
 * Runs the import of a file: one transaction, all or nothing. Answers as soon as it is the only one and `begin` agreed;
 * refuses with IMPORT_RUNNING while another runs. `finished` fails with IMPORT_INVALID and every bad line.
 */
export async function runImport(
  id: string,
  job: ImportJob,
  begin: (bulk: Bulk) => Promise<void>,
): Promise<StartedImport> {
  return await runAlone(
    id,
    job,
    begin,
    async (bulk, say) => await store(bulk, id, job, await readRegister(bulk, job.path, say, 'stop'), say),
  );
}

/** Runs `work` as the only one that changes the tree, and stores its progress and its end as those of the import. */
export async function runAlone(
  id: string,
  { database, clock, onProgress }: Followed,
  begin: (bulk: Bulk) => Promise<void>,
  work: (bulk: Bulk, say: (step: Step) => void) => Promise<ImportCounts>,
): Promise<StartedImport> {
  const progress = progressNotes(database.db, id, onProgress);
  const { finished } = await startFollowedWork(database, {
    begin: async (bulk) => {
      const alone = (await lockTreeForImport(bulk.tx)) && (await lockImport(bulk.tx, id));
      if (!alone) throw new AppError('IMPORT_RUNNING');
      await begin(bulk);
    },
    work: async (bulk) => await work(bulk, progress.say),
    complete: async (bulk, counts) => {
      await noteCompleted(bulk.tx, id, counts, clock.now());
      return counts;
    },
    progress,
    failed: async (error) => await noteFailed(database.db, id, failureOf(error), clock.now()),
  });
  const settled = finished.then(async (counts) => {
    // Stored it is in any case; the database would come to this by itself a little later.
    await settlePlaces(database.db).catch(() => undefined);
    return counts;
  });
  // The caller may be reading its progress only; the failure is stored there.
  settled.catch(() => undefined);
  return { id, finished: settled };
}

/** Starts an import of a polling unit register as it is, without a look at what it changes. */
export async function startImport(
  job: ImportJob,
  file: { id: string; sha256: Buffer | null } = { id: newId<string>(), sha256: null },
): Promise<StartedImport> {
  const { database, clock, fileName, origin } = job;
  return await runImport(file.id, job, async () => {
    await insertImport(database.db, { ...file, fileName, startedBy: origin.userId, now: clock.now() });
  });
}
