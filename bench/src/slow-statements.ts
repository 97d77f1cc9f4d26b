import type { Database } from '@ec/server/platform/database/database';
import { sql } from 'kysely';

/** Prints the most expensive statements since the last call, to explain a missed goal. */
export async function printStatements({ db }: Database): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  const { rows } = await sql<{ total: number; calls: number; mean: number; text: string }>`
    select round(total_exec_time) as total, calls, round(mean_exec_time::numeric, 3) as mean,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as text
    from pg_stat_statements order by total_exec_time desc limit 15`.execute(db);
  for (const { total, calls, mean, text } of rows) console.log(`${total} ms, ${calls} x ${mean} ms: ${text}`);
  await sql`select pg_stat_statements_reset()`.execute(db);
}
