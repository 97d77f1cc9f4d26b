import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** The advisory lock of the tree of places. */
export const TREE_LOCK = 7_301_001;

/** Blocks imports and all changes of places until the transaction ends; false while one of these runs. */
export async function lockTreeForImport(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${TREE_LOCK}) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

/** Blocks imports until the transaction ends; false while one runs. */
export async function shareTree(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock_shared(${TREE_LOCK}) as got`.execute(
    tx,
  );
  return rows[0]?.got ?? false;
}
