import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import type { SessionId, UserId } from '@ec/contract/base/common';
import type { FastifyRequest } from 'fastify';
import type { WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { endSessions } from '../../../platform/identity/sessions.ts';
import { sha256 } from '../../../platform/runtime/ids.ts';
import { findOpenSession } from '../repository.ts';

type Ended = readonly { id: SessionId; userId: UserId }[];

/** Why sessions end: the reason, and the description of the device that signed in instead. */
export interface Cause {
  reason: SessionEndReason;
  device?: string;
}

async function notifyEnded(write: WriteContext, ended: Ended, cause: Cause): Promise<Ended> {
  await Promise.all(
    ended.map(({ id, userId }) => write.emit({ type: 'session.ended', userId, sessionId: id, ...cause })),
  );
  write.afterCommit(() => {
    for (const { userId } of ended) write.platform.sessions.forget(userId);
  });
  return ended;
}

/** Ends one session and notifies its open streams of the reason; does nothing if it had ended. */
export async function endOne(write: WriteContext, sessionId: SessionId, reason: SessionEndReason): Promise<Ended> {
  return await notifyEnded(write, await endSessions(write.tx, { sessionId }, reason, write.now), { reason });
}

/** Ends the user's sessions, except one if given, and notifies their open streams of the cause. */
export async function endOthers(write: WriteContext, userId: UserId, cause: Cause, except?: SessionId): Promise<Ended> {
  const which = except === undefined ? { userId } : { userId, except };
  return await notifyEnded(write, await endSessions(write.tx, which, cause.reason, write.now), cause);
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
