import type { SessionId } from '@ec/contract/base/common';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform } from '../../platform/http/context.ts';
import { type JobDefinition, job } from '../../platform/jobs/jobs.ts';
import { readOrganisation } from '../../platform/runtime/organisation.ts';
import { endIdleSessions, endOlderSessions } from './repository.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'security.end_idle_sessions': Record<string, never>;
    /** `keep`: the session in which concurrent sessions were disabled. */
    'security.end_older_sessions': { keep: SessionId };
  }
}

export function securityJobs(platform: Platform): JobDefinition[] {
  return [
    job('security.end_idle_sessions', () => closeIdle(platform), '*/10 * * * *'),
    job('security.end_older_sessions', ({ keep }, signal) => closeOlder(platform, keep, signal)),
  ];
}

/** A concurrent call may still be recording the user's activity. */
const MARGIN_MS = 5 * 60_000;
/** Sessions per transaction. */
const BATCH = 1000;
const REASON = 'one session at a time is allowed now';

/** Marks sessions idle for too long as ended; they are invalid in any case. */
async function closeIdle({ database, organisation, clock }: Platform): Promise<void> {
  const { settings } = await organisation.current();
  const now = clock.now();
  const idleBefore = new Date(now.getTime() - settings.security.sessionTimeout * 60_000 - MARGIN_MS);
  await endIdleSessions(database.writes, idleBefore, now);
}

/**
 * Ends all but each user's newest session, and for the user who disabled concurrent sessions all but the session in which they did. An interrupted
 * run continues where it stopped; it does nothing if concurrent sessions are allowed again.
 */
export async function closeOlder(platform: Platform, keep: SessionId, signal: AbortSignal): Promise<void> {
  let ended: number;
  do {
    ended = await systemWrite(platform, async (write) => {
      // Read from the database: the job comes with the change, and this process may not know it yet.
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
