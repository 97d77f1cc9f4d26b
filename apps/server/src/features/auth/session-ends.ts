import type { SessionId, UserId } from '@ec/contract/common';
import type { WriteContext } from '../../platform/context.ts';
import { endSessions } from '../../platform/sessions.ts';

async function tell(
  write: WriteContext,
  ended: readonly { id: SessionId; userId: UserId }[],
  reason: string,
): Promise<void> {
  await Promise.all(
    ended.map(({ id, userId }) => write.emit({ type: 'session.ended', userId, sessionId: id, reason })),
  );
  write.afterCommit(() => {
    for (const { userId } of ended) write.platform.sessions.forget(userId);
  });
}

/** Ends one session and tells its open streams why. */
export async function endOne(write: WriteContext, sessionId: SessionId, reason: string): Promise<void> {
  await tell(write, await endSessions(write.tx, { sessionId }, reason, write.now), reason);
}

/** Ends the person's sessions, all but one where one is to stay, and tells their open streams why. */
export async function endOthers(
  write: WriteContext,
  userId: UserId,
  reason: string,
  except?: SessionId,
): Promise<void> {
  const which = except === undefined ? { userId } : { userId, except };
  await tell(write, await endSessions(write.tx, which, reason, write.now), reason);
}
