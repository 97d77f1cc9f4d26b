import type { SessionId } from '@ec/contract/base/common';
import type { Platform } from '../../platform/http/context.ts';
import { readOrganisation } from '../../platform/runtime/organisation.ts';
import { systemWrite } from '../../platform/database/system-write.ts';
import { endIdleSessions, endOlderSessions } from './repository.ts';

/** A call of the last moment may still be noting that its person is there. */
const MARGIN_MS = 5 * 60_000;
/** Sessions of one transaction. */
const BATCH = 1000;
const REASON = 'one session at a time is allowed now';

/** Notes what has been idle for too long as ended; it opens nothing any more either way. */
export async function closeIdle({ database, organisation, clock }: Platform): Promise<void> {
  const { settings } = await organisation.current();
  const now = clock.now();
  const idleBefore = new Date(now.getTime() - settings.security.sessionTimeout * 60_000 - MARGIN_MS);
  await endIdleSessions(database.writes, idleBefore, now);
}

/**
 * Leaves everybody their newest session, and whoever switched concurrent sessions off the one in which they did. A run that
 * was killed goes on where it stopped; one that comes after they were allowed again does nothing.
 */
export async function closeOlder(platform: Platform, keep: SessionId, signal: AbortSignal): Promise<void> {
  let ended: number;
  do {
    ended = await systemWrite(platform, async (write) => {
      // As stored: the job comes with the change, and this process may not have heard of that yet.
      const { settings } = await readOrganisation(write.tx);
      if (settings.security.allowConcurrentSessions) return 0;
      const rows = await endOlderSessions(write.tx, { keep, reason: REASON, now: write.now, most: BATCH });
      await write.auditAll(rows.map(({ id, area }) => ({ event: 'auth.session_ended', resourceId: id, areaId: area })));
      await write.emitAll(
        rows.map(({ id, userId }) => ({ type: 'session.ended', userId, sessionId: id, reason: REASON })),
      );
      write.afterCommit(() => {
        for (const { userId } of rows) platform.sessions.forget(userId);
      });
      return rows.length;
    });
  } while (ended === BATCH && !signal.aborted);
}
