import type { SessionId, UserId } from '@ec/contract/base/common';
import type { WriteContext } from '../../../platform/http/context.ts';
import { endSessions } from '../../../platform/identity/sessions.ts';

type Ended = readonly { id: SessionId; userId: UserId }[];

async function tell(write: WriteContext, ended: Ended, reason: string): Promise<Ended> {
  await Promise.all(
    ended.map(({ id, userId }) => write.emit({ type: 'session.ended', userId, sessionId: id, reason })),
  );
  write.afterCommit(() => {
    for (const { userId } of ended) write.platform.sessions.forget(userId);
  });
  return ended;
}

/** Ends one session and tells its open streams why; answers nothing where it had ended before. */
export async function endOne(write: WriteContext, sessionId: SessionId, reason: string): Promise<Ended> {
  return await tell(write, await endSessions(write.tx, { sessionId }, reason, write.now), reason);
}

/** Ends the person's sessions, all but one where one is to stay, and tells their open streams why. */
export async function endOthers(
  write: WriteContext,
  userId: UserId,
  reason: string,
  except?: SessionId,
): Promise<Ended> {
  const which = except === undefined ? { userId } : { userId, except };
  return await tell(write, await endSessions(write.tx, which, reason, write.now), reason);
}
