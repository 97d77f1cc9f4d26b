import type { CompiledQuery } from 'kysely';
import { type Db, inTransaction, type Statements, type Tx } from './database.ts';
import { leaseOf } from './leased-connections.ts';

/** What the reads of a transaction led to. */
export interface Settled<T> {
  answer: T;
  /** What is stored, in this order. */
  writes: readonly CompiledQuery<unknown>[];
}

/**
 * The reads and locks that `work` asks for at once cross to the database together; asked for first in a transaction, with its
 * beginning. Not for statements that change something: only what comes later waits until the beginning is confirmed.
 */
export async function readTogether<T>(db: Db, work: (reads: Statements) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection((connection) => leaseOf(connection).reading(work));
}

/** Lets statements that nothing in the transaction waits for cross with its commit, in this order; what fails undoes it. */
export async function storeWithCommit(tx: Tx, writes: readonly CompiledQuery<unknown>[]): Promise<void> {
  if (writes.length === 0) return;
  await tx.getExecutor().provideConnection(async (connection) => {
    leaseOf(connection).keep(writes);
    await Promise.resolve();
  });
}

/**
 * Runs one transaction in two round trips, however many statements it has: the reads that `work` asks for at once leave
 * together with its beginning, what they lead to leaves together with its commit. Nothing is stored before the beginning
 * was confirmed. Throws what the first failed statement threw; then nothing is stored.
 */
export async function inPipeline<T>(
  db: Db,
  work: (tx: Statements) => Promise<Settled<T>>,
  retryOn: readonly string[] = [],
): Promise<T> {
  return await inTransaction(
    db,
    async (tx) => {
      const { answer, writes } = await readTogether(tx, work);
      await storeWithCommit(tx, writes);
      return answer;
    },
    retryOn,
  );
}
