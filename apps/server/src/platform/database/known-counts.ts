import { sql } from 'kysely';
import { type PerSnapshot, perSnapshot } from '../runtime/per-snapshot.ts';
import type { Db } from './database.ts';

/** Returns a number that grows with every committed change of what is counted, and only then. */
export type Changes = (db: Db) => Promise<number>;

const MOST = 1000;
/** A transaction has its own `Db`, so counts of uncommitted changes are never shared. */
const caches = new WeakMap<Db, WeakMap<Changes, PerSnapshot>>();

function cacheOf(db: Db, changesOf: Changes): PerSnapshot {
  const ofDb = caches.get(db) ?? new WeakMap<Changes, PerSnapshot>();
  caches.set(db, ofDb);
  const cache = ofDb.get(changesOf) ?? perSnapshot({ most: MOST });
  ofDb.set(changesOf, cache);
  return cache;
}

/** Counts at one change number; each is computed once until the number grows. */
export interface KnownCounts {
  get<T>(key: string, count: () => Promise<T>): Promise<T>;
}

/**
 * Counts that are kept until the number of `changesOf` grows, in whichever process the change was made. Exact: a count is
 * kept only if no change became visible while it was made.
 */
export async function countsKnownSince(db: Db, changesOf: Changes): Promise<KnownCounts> {
  const cache = cacheOf(db, changesOf);
  const changes = await changesOf(db);
  return {
    get: async (key, count) =>
      await cache.get({ key, of: changes, valid: (madeOf) => madeOf === changes }, async () => {
        const counted = await count();
        if ((await changesOf(db)) !== changes) cache.forget(key);
        return counted;
      }),
  };
}

/** The number of changes of what lists and counts of users show. */
export async function userChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`/* users.changes */
    select coalesce(sum(changes), 0)::bigint as changes from user_changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
