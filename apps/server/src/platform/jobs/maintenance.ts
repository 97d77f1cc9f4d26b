import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import { pruneEvents } from '../events/events.ts';
import { tidyMessages } from '../messages/outbox.ts';
import { tidyRateLimits } from '../http/limits/rate-limits.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes expired rows: events that every process has read, old codes and attempts, imports and screens of last month. */
export async function tidy({ db }: Database): Promise<void> {
  await pruneEvents(db);
  await sql`delete from one_time_codes where expires_at < now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_attempts where last_failure_at < now() - interval '1 day'`.execute(db);
  await sql`delete from register_imports where coalesce(ended_at, created_at) < now() - interval '30 days'`.execute(db);
  await sql`delete from user_imports where created_at < now() - interval '30 days'`.execute(db);
  await sql`delete from published_imports where coalesce(ended_at, created_at) < now() - interval '30 days'`.execute(
    db,
  );
  await sql`delete from published_import_lines l using published_imports i where i.id = l.import_id
    and i.created_at < now() - interval '2 days'`.execute(db);
  await sql`delete from wall_screens where coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(db);
  await tidyMessages(db);
  await tidyRateLimits(db);
  await sumUpUserChanges(db);
  await sumUpLocationChanges(db);
}

/** Replaces the rows by one with their sum. If two processes do so at once, the second finds none. */
export async function sumUpUserChanges(db: Db): Promise<void> {
  await sql`with gone as (delete from user_changes returning changes)
    insert into user_changes (changes) select sum(changes) from gone having count(*) > 0`.execute(db);
}

/** The same for the changes of places. */
async function sumUpLocationChanges(db: Db): Promise<void> {
  await sql`with gone as (delete from location_changes returning changes)
    insert into location_changes (changes) select sum(changes) from gone having count(*) > 0`.execute(db);
}

/** Runs `tidy` periodically; returns the stop function. Several processes may do so at once. */
export function startMaintenance(database: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void tidy(database).catch(onError), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
