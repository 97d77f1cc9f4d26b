import { stat } from 'node:fs/promises';
import type { ImportCounts, ImportProgress } from '@ec/contract/locations';
import { type AuditOrigin, saveAudit } from '../../platform/audit.ts';
import { type Bulk, bulkTransaction } from '../../platform/bulk.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { saveEvent } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import {
  copyUnits,
  copyWards,
  createImportTables,
  findImport,
  importIsRunning,
  insertImport,
  noteCompleted,
  noteFailed,
  noteProgress,
  storeRegister,
} from './import-repository.ts';
import { loadUpperPlaces } from './queries.ts';
import { createRegisterCheck, type RegisterCheck, type RegisterUnit } from './register-check.ts';
import { readLines } from './register-lines.ts';
import { lockTreeForImport, refreshAllSums } from './repository.ts';

type Step = Pick<ImportProgress, 'state' | 'done' | 'rows'>;

export interface ImportJob {
  database: Database;
  clock: Clock;
  /** The file, plain or gzipped CSV. */
  path: string;
  /** Name of the file as the person knows it, for the audit log. */
  fileName: string;
  origin: AuditOrigin;
  onProgress?: (step: Step) => void;
}

export interface StartedImport {
  id: string;
  /** Settles when the register is stored, or fails with what is wrong with the file. */
  finished: Promise<ImportCounts>;
}

/** Writes progress where other processes can read it, twice a second at most and one write at a time. */
function progressNotes(job: ImportJob, id: string) {
  let under: Promise<void> = Promise.resolve();
  let last: { state: string; at: number } = { state: '', at: 0 };
  return {
    say: (step: Step): void => {
      job.onProgress?.(step);
      const now = performance.now();
      if (step.state === last.state && now - last.at < 500) return;
      last = { state: step.state, at: now };
      // A note that fails is worth nothing; the import itself will say what is wrong.
      under = under.then(() => noteProgress(job.database.db, id, step)).catch(() => undefined);
    },
    settle: () => under,
  };
}

async function* checkedUnits(
  path: string,
  check: RegisterCheck,
  say: (step: Step) => void,
): AsyncGenerator<RegisterUnit> {
  const { size } = await stat(path);
  let bytes = 0;
  for await (const lines of readLines(path, (read) => void (bytes = read))) {
    for (const line of lines) {
      const unit = check.take(line);
      // After the first fault nothing will be stored; the rest is only read to name every other one.
      if (unit && check.problems.count === 0) yield unit;
    }
    say({ state: 'reading', done: size > 0 ? Math.min(0.5, bytes / size / 2) : 0.5, rows: check.rows });
  }
  check.finish();
}

async function readRegister(bulk: Bulk, job: ImportJob, say: (step: Step) => void): Promise<RegisterCheck> {
  const check = createRegisterCheck(await loadUpperPlaces(bulk.tx));
  await createImportTables(bulk.tx);
  try {
    await copyUnits(bulk, checkedUnits(job.path, check, say));
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new AppError('IMPORT_INVALID', {
      count: 1,
      lines: [{ line: check.rows + 1, message: 'The compressed file is damaged or was cut off' }],
    });
  }
  const { count, lines } = check.problems;
  if (count > 0) throw new AppError('IMPORT_INVALID', { count, lines });
  return check;
}

async function store(
  bulk: Bulk,
  job: ImportJob,
  check: RegisterCheck,
  say: (step: Step) => void,
): Promise<ImportCounts> {
  const { rows } = check;
  say({ state: 'checking', done: 0.55, rows });
  await copyWards(bulk, check.wards.values());
  say({ state: 'storing', done: 0.6, rows });
  const { added, changed } = await storeRegister(bulk.tx);
  say({ state: 'storing', done: 0.9, rows });
  await refreshAllSums(bulk.tx, [...check.wards.keys()]);
  const counts: ImportCounts = {
    rows,
    added,
    changed,
    left: {
      wards: check.wards.size - added.wards - changed.wards,
      pollingUnits: rows - added.pollingUnits - changed.pollingUnits,
    },
  };
  await saveAudit(bulk.tx, job.origin, { event: 'geography.imported', next: { file: job.fileName, ...counts } });
  await saveEvent(bulk.tx, { type: 'geography.changed' });
  return counts;
}

function describe(thrown: unknown): NonNullable<ImportProgress['error']> {
  const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL');
  const { count = 0, lines = [] } = error.details as { count?: number; lines?: { line: number; message: string }[] };
  return { code: error.code, message: error.message, count, lines };
}

/**
 * Starts an import of a polling unit register: one transaction, all or nothing. Answers as soon as it is the only one;
 * refuses with IMPORT_RUNNING while another runs. `finished` fails with IMPORT_INVALID and every bad line.
 */
export async function startImport(job: ImportJob): Promise<StartedImport> {
  const id = newId<string>();
  const started = Promise.withResolvers<void>();
  const notes = progressNotes(job, id);
  const finished = bulkTransaction(job.database, async (bulk) => {
    if (!(await lockTreeForImport(bulk.tx))) throw new AppError('IMPORT_RUNNING');
    await insertImport(job.database.db, id, job.origin.userId);
    started.resolve();
    try {
      const check = await readRegister(bulk, job, notes.say);
      const counts = await store(bulk, job, check, notes.say);
      await notes.settle();
      await noteCompleted(bulk.tx, id, counts, job.clock.now());
      return counts;
    } catch (error) {
      // While the lock is still held, so that nobody takes the import for one whose process was killed.
      await notes.settle();
      await noteFailed(job.database.db, id, describe(error), job.clock.now());
      throw error;
    }
  });
  // Whoever started it may look at its progress only; the failure is kept there.
  finished.catch(started.reject);
  await started.promise;
  return { id, finished };
}

/** How an import stands; undefined where there is none. One that was killed reads as failed. */
export async function importProgress(db: Db, id: string): Promise<ImportProgress | undefined> {
  // In this order: an import gives up its lock only after, or as, it notes its end.
  const running = await importIsRunning(db);
  const found = await findImport(db, id);
  if (!found) return undefined;
  const { ended, overtaken, ...progress } = found;
  if (ended || (running && !overtaken)) return progress;
  const { code, message } = new AppError('IMPORT_INTERRUPTED');
  return { ...progress, state: 'failed', error: { code, message, count: 0, lines: [] } };
}
