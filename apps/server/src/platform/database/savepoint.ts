import { sql } from 'kysely';
import type { Tx } from './database.ts';

async function undo(tx: Tx): Promise<void> {
  await sql`rollback to savepoint undoable`.execute(tx);
}

/** Runs `work` in a savepoint: a failure undoes only the work and keeps earlier locks and checks. Throws what `work` throws. */
export async function undoable<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint undoable`.execute(tx);
  try {
    return await work();
  } catch (error) {
    await undo(tx);
    throw error;
  }
}

/** Runs `work` and undoes what it stored: an exact preview of its effect. Throws what `work` throws. */
export async function previewed<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const outcome = await undoable(tx, work);
  await undo(tx);
  return outcome;
}
