import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Takes a job until the transaction ends; false while another worker holds it, in any process. `kind` and `id` are the halves of its advisory lock. */
export async function lockJob(tx: Tx, kind: number, id: string): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${kind}::int, hashtext(${id})) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

/** The second half of the lock of a job, as pg_locks has it. */
export const jobOf = (id: RawBuilder<unknown>) => sql<number>`hashtext((${id})::text)::bigint & 4294967295`;

/** Jobs by a query, which answers `jobOf` as "job"; `running`: a worker has the job now. */
export async function loadJobs<Job extends { running: boolean }>(
  db: Db,
  kind: number,
  query: RawBuilder<unknown>,
): Promise<Job[]> {
  // In this order: a worker releases the lock of a job only after, or as, the end of the work is stored.
  const held = await sql<{ job: number }>`select objid::bigint as job from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${kind}
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  const underWay = new Set(held.rows.map(({ job }) => job));
  const { rows } = await sql<Omit<Job, 'running'> & { job: number }>`${query}`.execute(db);
  return rows.map(({ job, ...row }) => ({ ...row, running: underWay.has(job) }) as unknown as Job);
}

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
