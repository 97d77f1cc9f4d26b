import type { Db } from '../../platform/database/database.ts';
import { type StaleWhileRevalidate, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { countSessions, type SessionCounts, type SessionFilter } from './sessions-queries.ts';

export interface CountedSessions {
  of(db: Db, filter: SessionFilter): Promise<SessionCounts>;
}

/** As many are not counted anew for each reader: nobody sees that the figure is some seconds old. */
const MANY = 5000;
const RENEW_MS = 2000;
/** Longer than a console waits before it asks again, so that it is only the first who waits for the count. */
const SERVE_MS = 60_000;

/** Counts of open sessions: exact where they are few, of a moment ago where they are many. */
export function createCountedSessions(): CountedSessions {
  const kept: StaleWhileRevalidate<SessionCounts> = staleWhileRevalidate({ renewMs: RENEW_MS, serveMs: SERVE_MS });
  return {
    async of(db, filter) {
      const { idleBefore: _moment, ...asked } = filter;
      const key = JSON.stringify(asked);
      const counts = await kept.get(key, () => countSessions(db, filter));
      if (counts.total < MANY) kept.forget(key);
      return counts;
    },
  };
}
