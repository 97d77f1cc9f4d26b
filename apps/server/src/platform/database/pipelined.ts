import type { CompiledQuery } from 'kysely';
import type { Db, Statements, Tx } from './database.ts';
import { leaseOf } from './leased-connections.ts';

/**
 * Sends the reads and locks of `work` that are started in one tick together, and as a transaction's first statements together
 * with its BEGIN. Not for statements that change something: only statements sent later wait until BEGIN is confirmed.
 */
export async function readTogether<T>(db: Db, work: (reads: Statements) => Promise<T>): Promise<T> {
  return await db.getExecutor().provideConnection((connection) => leaseOf(connection).reading(work));
}

/** Sends statements whose result the transaction does not need together with its COMMIT, in this order. One that fails undoes the transaction. */
export async function storeWithCommit(tx: Tx, writes: readonly CompiledQuery<unknown>[]): Promise<void> {
  if (writes.length === 0) return;
  await tx.getExecutor().provideConnection(async (connection) => {
    leaseOf(connection).keep(writes);
    await Promise.resolve();
  });
}
