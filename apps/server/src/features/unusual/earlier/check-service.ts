import { rm, stat } from 'node:fs/promises';
import { codeOf } from '@ec/contract/geography/location-id';
import type { EarlierElectionId } from '@ec/contract/unusual/earlier';
import { saveAudit } from '../../../platform/audit/audit.ts';
import type { Bulk } from '../../../platform/database/bulk.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { BrokenFile, readFileLines } from '../../../platform/files/csv-lines.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { createProgress, startFollowedWork } from '../../../platform/jobs/followed-work.ts';
import { strangeLines } from './earlier-queries.ts';
import {
  copyLines,
  discardWaiting,
  insertEarlier,
  lockJob,
  noteGone,
  noteProgress,
  type Step,
} from './earlier-repository.ts';
import { type Acting, entry, failureOf } from './earlier-service.ts';
import { addFault, createEarlierCheck, type EarlierCheck, type EarlierLine, MAX_LISTED } from './file-rules.ts';
import type { ReceivedResults } from './upload.ts';

/** The part of the work that reading takes. */
const READING = 0.8;

async function* goodLines(
  file: ReceivedResults,
  check: EarlierCheck,
  say: (step: Step) => void,
): AsyncGenerator<EarlierLine> {
  const { size } = await stat(file.path);
  let bytes = 0;
  try {
    for await (const line of readFileLines(file.path, (read) => void (bytes = read))) {
      const read = check.take(line);
      say({
        state: 'reading',
        done: size > 0 ? Math.min(READING, (bytes / size) * READING) : READING,
        rows: check.rows,
      });
      if (read) yield read;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    addFault(check.problems, error.line, error.message);
  }
  check.finish();
}

/** Reads the file into the table of results, where they wait. Throws IMPORT_INVALID with the bad lines. */
async function look(bulk: Bulk, file: ReceivedResults, say: (step: Step) => void): Promise<number> {
  const check = createEarlierCheck(file.parties);
  await copyLines(bulk, file.id, goodLines(file, check, say));
  say({ state: 'checking', done: READING, rows: check.rows });
  const { problems } = check;
  const strange = await strangeLines(bulk.tx, file.id, MAX_LISTED);
  for (const { line, unit } of strange.lines)
    problems.lines.push({ line, message: `${codeOf(unit)} is no polling unit of the register` });
  problems.count += strange.count;
  problems.lines = problems.lines.toSorted((a, b) => a.line - b.line).slice(0, MAX_LISTED);
  if (problems.count > 0) throw new AppError('IMPORT_INVALID', problems);
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
  const { platform, actor, origin, onError } = acting;
  const { database, clock } = platform;
  const { id } = file;
  const { say, settle } = createProgress<Step>((step) => noteProgress(database.db, id, step));
  const { finished } = await startFollowedWork(database, {
    begin: async ({ tx }) => {
      if (!(await lockJob(tx, id))) throw new AppError('IMPORT_RUNNING');
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
  finished
    .finally(() => void rm(file.path, { force: true }))
    .then(() => platform.events.wake())
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) onError(error);
    });
  return { id };
}
