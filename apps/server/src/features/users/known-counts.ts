import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database.ts';
import { userChanges } from './queries.ts';

interface Known {
  /** The changes of users that were stored when it was counted. */
  changes: number;
  answer: Promise<unknown>;
}

const MOST = 1000;
const caches = new WeakMap<Db, LRUCache<string, Known>>();

function cacheOf(db: Db): LRUCache<string, Known> {
  const cache = caches.get(db) ?? new LRUCache<string, Known>({ max: MOST });
  caches.set(db, cache);
  return cache;
}

/** Counts of one moment: each is counted once for as long as nothing about users changes. */
export interface KnownCounts {
  get<T>(key: string, count: () => Promise<T>): Promise<T>;
}

/**
 * Counts what was not counted since users last changed, in whichever process that was; all others are known. Exact: a
 * count is kept only if no change became visible while it was made.
 */
export async function knownCounts(db: Db): Promise<KnownCounts> {
  const cache = cacheOf(db);
  const changes = await userChanges(db);
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
        if ((await userChanges(db)) !== changes) forget();
        return counted;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
