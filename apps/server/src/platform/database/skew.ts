import { sql } from 'kysely';
import type { Db } from './database.ts';

/** By how many milliseconds the database's clock is ahead of this machine's; half the way there and back is taken off. */
export async function measureSkewMs(db: Db): Promise<number> {
  const began = Date.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const ended = Date.now();
  return (rows[0]?.ms ?? ended) - (began + ended) / 2;
}
