import { LRUCache } from 'lru-cache';

interface Kept {
  answer: Promise<unknown>;
  of: number;
  startedAt: number;
}

export interface Request {
  key: string;
  /** The number of the snapshot that the caller has; later snapshots have higher numbers. */
  of: number;
  /** Whether an answer made of the snapshot with this number is valid for the caller. */
  valid: (madeOf: number) => boolean;
}

export interface PerSnapshot {
  /** The answer under the key; `work` makes it if none is kept that is valid for the caller. Throws what `work` throws. */
  get<T>(request: Request, work: () => Promise<T>): Promise<T>;
  /** Forgets the answer under the key, or all. */
  forget(key?: string): void;
}

/**
 * The cache for answers that are computed from one snapshot of the data and valid as long as that snapshot is (ADR 0049).
 * Keeps `most` answers, each for `maxAgeMs` at most.
 */
export function perSnapshot({ most, maxAgeMs = Infinity }: { most: number; maxAgeMs?: number }): PerSnapshot {
  const entries = new LRUCache<string, Kept>({ max: most });
  let sweptAt = performance.now();

  /** Frees the memory of answers that are out of date. */
  function sweep(now: number): void {
    if (now - sweptAt < maxAgeMs) return;
    sweptAt = now;
    for (const [key, { startedAt }] of entries.entries()) if (now - startedAt >= maxAgeMs) entries.delete(key);
  }

  return {
    async get<T>({ key, of, valid }: Request, work: () => Promise<T>): Promise<T> {
      const now = performance.now();
      const known = entries.get(key);
      if (known && now - known.startedAt < maxAgeMs && valid(known.of)) return (await known.answer) as T;
      sweep(now);
      const kept = { answer: work(), of, startedAt: now };
      entries.set(key, kept);
      kept.answer.catch(() => entries.peek(key) === kept && entries.delete(key));
      return await kept.answer;
    },
    forget(key) {
      if (key === undefined) entries.clear();
      else entries.delete(key);
    },
  };
}
