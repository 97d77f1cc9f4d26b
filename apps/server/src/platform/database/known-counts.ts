import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './database.ts';

interface Known {
  /** The changes that were stored when it was counted. */
  changes: number;
  answer: Promise<unknown>;
}

/** A number that grows with every change of what is counted, and never else. */
export type Changes = (db: Db) => Promise<number>;

const MOST = 1000;
const caches = new WeakMap<Db, WeakMap<Changes, LRUCache<string, Known>>>();

function cacheOf(db: Db, changesOf: Changes): LRUCache<string, Known> {
  const ofDb = caches.get(db) ?? new WeakMap<Changes, LRUCache<string, Known>>();
  caches.set(db, ofDb);
  const cache = ofDb.get(changesOf) ?? new LRUCache<string, Known>({ max: MOST });
  ofDb.set(changesOf, cache);
  return cache;
}

/** Counts of one moment: each is counted once for as long as nothing of what is counted changes. */
export interface KnownCounts {
  get<T>(key: string, count: () => Promise<T>): Promise<T>;
}

/**
 * Counts what was not counted since the last change, in whichever process that was; all others are known. Exact: a count is
 * kept only if no change became visible while it was made.
 */
export async function countsKnownSince(db: Db, changesOf: Changes): Promise<KnownCounts> {
  const cache = cacheOf(db, changesOf);
  const changes = await changesOf(db);
  return {
    async get<T>(key: string, count: () => Promise<T>): Promise<T> {
      const known = cache.get(key);
      if (known?.changes === changes) return (await known.answer) as T;
      const answer = count();
      const entry: Known = { changes, answer };
      cache.set(key, entry);
      const forget = () => {
        if (cache.peek(key) === entry) cache.delete(key);
      };
      try {
        const counted = await answer;
        if ((await changesOf(db)) !== changes) forget();
        return counted;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}

/** Grows with every change of what lists and counts of users tell: the same number, the same users. */
export async function userChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`/* users.changes */
    select coalesce(sum(changes), 0)::bigint as changes from user_changes`.execute(db);
  return rows[0]?.changes ?? 0;
}
