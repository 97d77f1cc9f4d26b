import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database.ts';
import { type Keeping, keeping } from '../../platform/keeping.ts';
import { countSessions, type SessionCounts, type SessionFilter } from './sessions-queries.ts';

export interface CountedSessions {
  of(db: Db, filter: SessionFilter): Promise<SessionCounts>;
}

/** As many are no more counted for each reader: nobody sees that the figure is some seconds old. */
const MANY = 5000;
const RENEW_MS = 2000;
const SERVE_MS = 30_000;

/** Counts of open sessions: exact where they are few, at most some seconds old where they are many. */
export function createCountedSessions(): CountedSessions {
  const kept: Keeping<SessionCounts> = keeping({ renewMs: RENEW_MS, serveMs: SERVE_MS });
  const many = new LRUCache<string, true>({ max: 500 });
  return {
    async of(db, filter) {
      const { idleBefore: _moment, ...asked } = filter;
      const key = JSON.stringify(asked);
      if (many.has(key)) return await kept.get(key, () => countSessions(db, filter));
      const counts = await countSessions(db, filter);
      if (counts.total >= MANY) many.set(key, true);
      return counts;
    },
  };
}
