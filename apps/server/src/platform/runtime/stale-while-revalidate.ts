import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Milliseconds since the answer was started: until `renewMs` it is served as it is, until `serveMs` while it is renewed. */
export interface Life {
  renewMs: number;
  serveMs: number;
}

/** An answer of the cache. */
export interface Kept<T> {
  answer: Promise<T>;
  /** The answer, once it is made. */
  made: T | undefined;
  /** When its making was started, by performance.now(). */
  startedAt: number;
  /** The answer that will replace it, while that is being made. */
  next: Kept<T> | undefined;
}

interface Options<T> extends Life {
  /** Answers kept at most; those that were used last stay. */
  most?: number;
  /** Answers started longer ago are dropped though there is room; absent where an old one helps to make the next. */
  keepMs?: number;
  /** For answers that take much of the database: they are renewed one after the other, with pauses, and may be late. */
  gently?: boolean;
  /** The life of one answer, where it is not the same for all. */
  lifeOf?: (kept: Kept<T>, key: string) => Life;
}

/** Makes an answer; `before` is the one that it will replace. */
type Work<T> = (before: Promise<T> | undefined) => Promise<T>;

export interface StaleWhileRevalidate<T extends object> {
  /** The answer under the key; `work` makes it if none is young enough. Throws what `work` throws. */
  get(key: string, work: Work<T>): Promise<T>;
  /**
   * Forgets the answers that match, or all. Answers that are still being made are forgotten too, because they may have been
   * read before the change: callers who wait for them get them, later callers do not.
   */
  forget(matches?: (answer: T) => boolean): void;
}

let gentle: Promise<unknown> = Promise.resolve();

/** Old answers dropped for each new one: more than one, so that none stay. */
const DROPPED = 2;

/** Pauses after gentle work, of the time that it took. */
const PAUSES = 3;

/** One renewal at a time of all caches that renew gently, for a quarter of the time: submissions and other readers need the database too. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  let startedAt = performance.now();
  const made = gentle.then(async () => {
    startedAt = performance.now();
    return await work();
  });
  const pause = () => delay(PAUSES * (performance.now() - startedAt), undefined, { ref: false });
  gentle = made.then(pause, pause);
  return made;
}

/**
 * The cache for answers that are valid for a time and shared by many readers (ADR 0049). An answer older than `renewMs` is
 * made again in the background while readers still get the old one, until it is `serveMs` old; then they wait for the new one.
 */
export function staleWhileRevalidate<T extends object>({
  most = 200,
  keepMs = Infinity,
  gently = false,
  lifeOf,
  ...life
}: Options<T>): StaleWhileRevalidate<T> {
  const entries = new LRUCache<string, Kept<T>>({ max: most });

  function start(work: Work<T>, before?: Kept<T>): Kept<T> {
    const startedAt = performance.now();
    const kept: Kept<T> = { answer: work(before?.answer), made: undefined, startedAt, next: undefined };
    const note = (made: T) => {
      kept.made = made;
    };
    kept.answer.then(note, () => undefined);
    return kept;
  }

  /** From what was used longest ago, which costs no look at all others and no timer. */
  function dropOld(): void {
    let dropped = 0;
    for (const key of entries.rkeys()) {
      const age = performance.now() - (entries.peek(key)?.startedAt ?? 0);
      if (age < keepMs || dropped++ === DROPPED) return;
      entries.delete(key);
    }
  }

  function first(key: string, work: Work<T>): Promise<T> {
    dropOld();
    const kept = start(work);
    entries.set(key, kept);
    kept.answer.catch(() => entries.get(key) === kept && entries.delete(key));
    return kept.answer;
  }

  function renew(key: string, kept: Kept<T>, work: Work<T>): Promise<T> {
    if (kept.next) return kept.next.answer;
    const next = start(gently ? (before) => inTurn(() => work(before)) : work, kept);
    kept.next = next;
    const isNext = () => kept.next === next && entries.peek(key) === kept;
    const take = () => isNext() && entries.set(key, next);
    const leave = () => {
      if (isNext()) kept.next = undefined;
    };
    next.answer.then(take, leave);
    return next.answer;
  }

  return {
    async get(key, work) {
      const kept = entries.get(key);
      if (!kept) return await first(key, work);
      const { renewMs, serveMs } = lifeOf?.(kept, key) ?? life;
      const keptFor = performance.now() - kept.startedAt;
      if (keptFor < renewMs) return await kept.answer;
      // A reader who has to wait does not wait for a turn.
      if (gently && keptFor >= serveMs) return await first(key, work);
      const next = renew(key, kept, work);
      return await (keptFor < serveMs ? kept.answer : next);
    },
    forget(matches) {
      if (!matches) return entries.clear();
      for (const [key, kept] of entries.entries()) {
        if (kept.made === undefined || matches(kept.made)) entries.delete(key);
        else kept.next = undefined;
      }
    },
  };
}
