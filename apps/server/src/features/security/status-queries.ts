import type { AuditHead } from '@ec/contract/audit/schemas';
import type { AuditProtection } from '@ec/contract/security/schemas';
import { sql } from 'kysely';
import { readChainStand, standFaults } from '../../platform/audit/audit-stand.ts';
import { readProtection } from '../../platform/database/database-roles.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';

/** Runs the query with a statement timeout, so that a slow one does not block its connection. */
export async function within<T>(db: Db, limitMs: number, read: (db: Db) => Promise<T>): Promise<T> {
  return await inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);
    return await read(tx);
  });
}

/** True for the error of a statement over the timeout. */
export function isLate(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '57014';
}

async function one<T>(query: Promise<{ rows: T[] }>): Promise<T> {
  const [row] = (await query).rows;
  if (row === undefined) throw new Error('a measurement without a row');
  return row;
}

export async function measureDatabase(db: Db) {
  const began = performance.now();
  await sql`select 1`.execute(db);
  const answerMs = Math.ceil(performance.now() - began);
  const { open, most, ...row } = await one(
    sql<{ version: string; sizeBytes: number; open: number; most: number }>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as "sizeBytes",
        (select count(*) from pg_stat_activity where backend_type = 'client backend') as open,
        current_setting('max_connections')::int as most`.execute(db),
  );
  return { ...row, answerMs, connections: { open, most } };
}

/** Unfinished jobs; those that used up their attempts do not run again. */
export async function measureQueue(db: Db) {
  return await one(
    sql<{ waiting: number; running: number; failed: number; oldestWaitingSeconds: number | null }>`
      select count(*) filter (where attempts < max_attempts and locked_at is null) as waiting,
        count(*) filter (where locked_at is not null) as running,
        count(*) filter (where attempts >= max_attempts and locked_at is null) as failed,
        floor(extract(epoch from now() - min(run_at) filter (
          where attempts < max_attempts and locked_at is null and run_at <= now())))::int as "oldestWaitingSeconds"
      from graphile_worker.jobs`.execute(db),
  );
}

export async function measureDeliveries(db: Db, now: Date) {
  return await one(
    sql<{ waiting: number; failed: number; oldestWaitingSeconds: number | null }>`select
        (select count(*) from messages where status = 'waiting') as waiting,
        (select count(*) from messages where status = 'failed'
          and tried_at > ${now}::timestamptz - interval '24 hours') as failed,
        (select floor(extract(epoch from now() - min(created_at)))::int from messages where status = 'waiting')
          as "oldestWaitingSeconds"`.execute(db),
  );
}

/** Sheets, pictures and report files. */
export async function measureStorage(db: Db) {
  return await one(
    sql<{ files: number; bytes: number }>`select count(*) as files, coalesce(sum(size), 0) as bytes from (
        select size::bigint from files
        union all select (f ->> 'size')::bigint from reports, jsonb_array_elements(files) f where status = 'completed'
      ) stored`.execute(db),
  );
}

/** The age of the oldest event that this process has not delivered; 0 if there is none. */
export async function measureEventLag(db: Db, lastPublished: number) {
  return await one(
    sql<{ lagMs: number }>`select coalesce(extract(epoch from clock_timestamp() - min(created_at)) * 1000, 0)::float8
        as "lagMs" from events where id > ${lastPublished}::bigint`.execute(db),
  );
}

export async function measureAudit(db: Db): Promise<{
  head: AuditHead;
  unsealed: number;
  oldestUnsealedSeconds: number;
  faults: string[];
  protection: AuditProtection;
}> {
  const protection = await readProtection(db);
  const stand = await readChainStand(db);
  const { head, waiting, waitingSeconds } = stand;
  return { head, protection, unsealed: waiting, oldestUnsealedSeconds: waitingSeconds, faults: standFaults(stand) };
}
