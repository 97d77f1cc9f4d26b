import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface Outbox {
  byState: { state: string; messages: number }[];
  oldestWaitingSeconds: number;
}

/** The messages of the last 90 days by status, and the age of the oldest due message. */
export async function measureOutbox(db: Db, now: Date): Promise<Outbox> {
  const { rows: byState } = await sql<{ state: string; messages: number }>`
    select status as state, count(*) as messages from messages group by status`.execute(db);
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as seconds
    from messages where status = 'waiting' and (expires_at is null or expires_at > ${now})`.execute(db);
  return { byState, oldestWaitingSeconds: Math.max(0, rows[0]?.seconds ?? 0) };
}
