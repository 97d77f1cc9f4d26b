import type { Db } from '../../platform/database/database.ts';
import { type Life, staleWhileRevalidate } from '../../platform/runtime/stale-while-revalidate.ts';
import { countSessions, type SessionCounts, type SessionFilter } from './sessions-queries.ts';

export interface CountedSessions {
  of(db: Db, filter: SessionFilter): Promise<SessionCounts>;
}

const MANY = 5000;
/** From MANY on the figure may be some seconds old. Served longer than a console waits between two calls, so that only the first caller waits. */
const ABOUT: Life = { renewMs: 2000, serveMs: 60_000 };
/** Fewer are counted for each reader. */
const EXACT: Life = { renewMs: 0, serveMs: 0 };

/** Counts of open sessions: exact if they are few, up to a minute old if they are many. */
export function createCountedSessions(): CountedSessions {
  const cache = staleWhileRevalidate<SessionCounts>({
    ...ABOUT,
    lifeOf: ({ made }) => (made && made.total < MANY ? EXACT : ABOUT),
  });
  return {
    async of(db, filter) {
      const { idleBefore: _moment, ...asked } = filter;
      return await cache.get(JSON.stringify(asked), () => countSessions(db, filter));
    },
  };
}
