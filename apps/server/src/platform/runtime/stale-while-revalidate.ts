import { LRUCache } from 'lru-cache';

interface Kept<T> {
  answer: Promise<T>;
  madeAt: number;
  /** The one that will take its place, while that is being made. */
  next: Promise<T> | undefined;
}

export interface StaleWhileRevalidate<T extends object> {
  /** The answer under the key, made by `work` where there is none that is young enough. */
  get(key: string, work: () => Promise<T>): Promise<T>;
  /** Forgets the answer under the key. */
  forget(key: string): void;
  /** Forgets all answers. */
  clear(): void;
}

/**
 * Keeps answers for many readers, those asked for last of the `most` keys. One older than `renewMs` is made anew beside
 * the readers, who are given it up to the age of `serveMs`; after that they wait for the new one. `age` says how old an
 * answer is when it is made, where it is read from what lags behind.
 */
export function staleWhileRevalidate<T extends object>({
  renewMs,
  serveMs,
  most = 200,
  age = () => 0,
}: {
  renewMs: number;
  serveMs: number;
  most?: number;
  age?: () => number;
}): StaleWhileRevalidate<T> {
  const entries = new LRUCache<string, Kept<T>>({ max: most });

  function first(key: string, work: () => Promise<T>): Promise<T> {
    const entry: Kept<T> = { madeAt: performance.now() - age(), answer: work(), next: undefined };
    entries.set(key, entry);
    entry.answer.catch(() => entries.get(key) === entry && entries.delete(key));
    return entry.answer;
  }

  function renew(key: string, entry: Kept<T>, work: () => Promise<T>): Promise<T> {
    if (entry.next) return entry.next;
    const madeAt = performance.now() - age();
    const next = work();
    entry.next = next;
    const take = () => entries.get(key) === entry && entries.set(key, { answer: next, madeAt, next: undefined });
    const leave = () => {
      entry.next = undefined;
    };
    next.then(take, leave);
    return next;
  }

  return {
    async get(key, work) {
      const entry = entries.get(key);
      if (!entry) return await first(key, work);
      const age = performance.now() - entry.madeAt;
      if (age < renewMs) return await entry.answer;
      const next = renew(key, entry, work);
      return await (age < serveMs ? entry.answer : next);
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
