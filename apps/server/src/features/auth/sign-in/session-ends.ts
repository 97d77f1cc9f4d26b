import type { SessionId, UserId } from '@ec/contract/base/common';
import type { FastifyRequest } from 'fastify';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { endSessions } from '../../../platform/identity/sessions.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { findOpenSession } from '../repository.ts';

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

/** Ends the session of the access token, even an expired one: signing out must not require a renewal. */
export async function signOut(write: WriteContext, request: FastifyRequest): Promise<void> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const session = token ? await findOpenSession(write.tx, sha256(token)) : undefined;
  if (!session) throw new AppError('UNAUTHENTICATED');
  write.origin.userId = session.userId;
  await endOne(write, session.id, 'signed out');
  await write.audit({ event: 'auth.signed_out', resourceId: session.id });
}
