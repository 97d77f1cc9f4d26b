import type { EndedSessions, OwnSessionList } from '@ec/contract/auth/account';
import type { SessionId } from '@ec/contract/base/common';
import { deviceOf } from '@ec/contract/auth/devices';
import type { Actor } from '../../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { forgetDeviceOf, forgetDevices } from '../../../platform/identity/known-devices.ts';
import { renewalOf } from '../../../platform/identity/session-renewal.ts';
import { openSessionsOf } from '../queries.ts';
import { isOwnSession } from '../repository.ts';
import { minutesAfter } from '../rules.ts';
import { endOne, endOthers } from '../sign-in/session-ends.ts';

const REASON = 'ended by its owner';

/** The user's open sessions, the current one first; sessions idle for too long are omitted. */
export async function listOwnSessions(context: ReadContext, actor: Actor): Promise<OwnSessionList> {
  const { db, now, organisation } = context;
  const idleBefore = minutesAfter(now, -organisation.settings.security.sessionTimeout);
  const rows = await openSessionsOf(db, actor.userId, idleBefore);
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    renewed: renewalOf(row),
    current: row.id === actor.sessionId,
  }));
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)), total: sessions.length };
}

/** Ends one of the user's own sessions. Throws NOT_FOUND for another user's session or one that has ended. */
export async function endOwnSession(write: WriteContext & { actor: Actor }, id: SessionId): Promise<EndedSessions> {
  const own = await isOwnSession(write.tx, write.actor.userId, id);
  const ended = own ? await endOne(write, id, REASON) : [];
  if (ended.length === 0) throw new AppError('NOT_FOUND');
  await forgetDeviceOf(write.tx, id);
  await write.audit({ event: 'auth.session_ended', resourceId: id });
  return { ended: ended.length };
}

/** Ends all of the user's other sessions. */
export async function endOtherSessions(write: WriteContext & { actor: Actor }): Promise<EndedSessions> {
  const { userId, sessionId } = write.actor;
  const ended = await endOthers(write, userId, { reason: REASON }, sessionId);
  await forgetDevices(write.tx, userId, sessionId);
  if (ended.length === 0) write.noChange();
  for (const { id } of ended) await write.audit({ event: 'auth.session_ended', resourceId: id });
  return { ended: ended.length };
}
