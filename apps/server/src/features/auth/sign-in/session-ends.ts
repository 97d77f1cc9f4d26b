import type { SessionId, UserId } from '@ec/contract/base/common';
import type { WriteContext } from '../../../platform/http/context.ts';
import { endSessions } from '../../../platform/identity/sessions.ts';

type Ended = readonly { id: SessionId; userId: UserId }[];

async function notifyEnded(write: WriteContext, ended: Ended, reason: string): Promise<Ended> {
  await Promise.all(
    ended.map(({ id, userId }) => write.emit({ type: 'session.ended', userId, sessionId: id, reason })),
  );
  write.afterCommit(() => {
    for (const { userId } of ended) write.platform.sessions.forget(userId);
  });
  return ended;
}

/** Ends one session and notifies its open streams of the reason; does nothing if it had ended. */
export async function endOne(write: WriteContext, sessionId: SessionId, reason: string): Promise<Ended> {
  return await notifyEnded(write, await endSessions(write.tx, { sessionId }, reason, write.now), reason);
}

/** Ends the user's sessions, except one if given, and notifies their open streams of the reason. */
export async function endOthers(
  write: WriteContext,
  userId: UserId,
  reason: string,
  except?: SessionId,
): Promise<Ended> {
  const which = except === undefined ? { userId } : { userId, except };
  return await notifyEnded(write, await endSessions(write.tx, which, reason, write.now), reason);
}
