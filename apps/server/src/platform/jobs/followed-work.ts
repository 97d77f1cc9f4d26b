import { type Bulk, bulkTransaction } from '../database/bulk.ts';
import type { Database } from '../database/database.ts';

const EVERY_MS = 500;

export interface Progress<Step> {
  /** Writes progress where other processes can read it, twice a second at most and one write at a time. */
  say: (step: Step) => void;
  /** Resolves when no write is in progress. */
  settle: () => Promise<void>;
}

/** The progress of long work, written by `write`; every change of state is written at once. */
export function createProgress<Step extends { state: string }>(write: (step: Step) => Promise<void>): Progress<Step> {
  let writing: Promise<void> = Promise.resolve();
  let last = { state: '', at: 0 };
  return {
    say(step) {
      const now = performance.now();
      if (step.state === last.state && now - last.at < EVERY_MS) return;
      last = { state: step.state, at: now };
      // A progress that cannot be written does not matter: the end of the work says what is wrong.
      writing = writing.then(() => write(step)).catch(() => undefined);
    },
    settle: () => writing,
  };
}

export interface FollowedWork<Result, Answer> {
  /** Takes the lock of the work and makes it known; what it throws refuses the work. */
  begin: (bulk: Bulk) => Promise<void>;
  work: (bulk: Bulk) => Promise<Result>;
  /** Notes that the work is complete, after the last of its progress. */
  complete: (bulk: Bulk, result: Result) => Promise<Answer>;
  progress: Pick<Progress<never>, 'settle'>;
  /** Stores why the work failed, outside its transaction. */
  failed: (error: unknown) => Promise<void>;
}

/**
 * Starts long work in one transaction and answers as soon as it has begun; throws what `begin` throws. `finished` settles
 * after the transaction: its starter may follow the stored progress instead, so its failure needs no handler.
 */
export async function startFollowedWork<Result, Answer>(
  database: Database,
  { begin, work, complete, progress, failed }: FollowedWork<Result, Answer>,
): Promise<{ finished: Promise<Answer> }> {
  const started = Promise.withResolvers<void>();
  const finished = bulkTransaction(database, async (bulk) => {
    await begin(bulk);
    started.resolve();
    try {
      const result = await work(bulk);
      await progress.settle();
      return await complete(bulk, result);
    } catch (error) {
      // While the lock is still held, so that the work is not taken for that of a killed process.
      await progress.settle();
      await failed(error);
      throw error;
    }
  });
  finished.catch(started.reject);
  await started.promise;
  return { finished };
}
