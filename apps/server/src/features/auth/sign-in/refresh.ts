import type { RefreshAnswer } from '@ec/contract/auth/schemas';
import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import type { ReadContext, WriteContext } from '../../../platform/http/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { newSecret, sha256 } from '../../../platform/runtime/ids.ts';
import { readTogether } from '../../../platform/database/transact.ts';
import type { Transact } from '../../../platform/http/router.ts';
import { accessExpiry } from '../../../platform/identity/sessions.ts';
import { endedSessions } from '../queries.ts';
import { settled } from './refusals.ts';
import { lockSessionByRefresh, renewalWrite, type RenewedSession } from '../repository.ts';
import { isIdle, isOutlived, judgeRefresh, type PresentedToken, refreshFamily } from '../rules.ts';
import { endOne } from './session-ends.ts';

function placeOf(hash: Buffer, session: RenewedSession): PresentedToken {
  if (session.refresh_hash.equals(hash)) return 'current';
  return session.previous_refresh_hash?.equals(hash) ? 'previous' : 'older';
}

const endedNow = (reason: SessionEndReason, now: Date) =>
  new AppError('SESSION_ENDED', { ended: { reason, at: now.toISOString(), device: null } });

async function renew(write: WriteContext, refreshToken: string): Promise<RefreshAnswer | AppError> {
  const { tx, now, organisation } = write;
  const hash = sha256(refreshToken);
  const family = refreshFamily(refreshToken);
  const familyHash = sha256(family);
  const session = await readTogether(tx, (reads) => lockSessionByRefresh(reads, hash, familyHash));
  if (!session) throw new AppError('UNAUTHENTICATED');
  const presented = placeOf(hash, session);
  if (session.ended_at) {
    // An old token may be stolen; its holder must not learn of the owner's devices.
    const ended = presented === 'older' ? undefined : (await endedSessions(tx, [session.id])).get(session.id);
    throw new AppError('SESSION_ENDED', { ended });
  }
  if (isIdle(session.last_seen_at, now, organisation.settings)) throw endedNow('idle for too long', now);
  if (session.status !== 'ACTIVE') throw endedNow('account not active', now);
  write.origin.userId = session.user_id;
  if (isOutlived(session.created_at, now)) {
    await endOne(write, session.id, 'lasted its time');
    await write.audit({ event: 'auth.signed_out', resourceId: session.id });
    return endedNow('lasted its time', now);
  }

  const renewedAt = session.refreshed_at ?? now;
  const verdict = judgeRefresh(presented, {
    sinceRenewalMs: now.getTime() - renewedAt.getTime(),
    successorUsed: session.access_used_at !== null,
  });
  if (verdict === 'in_flight') throw new AppError('REFRESH_IN_FLIGHT');
  if (verdict === 'stolen') {
    await endOne(write, session.id, 'refresh token re-used');
    await write.audit({ event: 'auth.refresh_reused', resourceId: session.id });
    return endedNow('refresh token re-used', now);
  }
  const answer = { accessToken: newSecret(), refreshToken: `${family}.${newSecret()}` };
  const renewal = renewalWrite(session.id, {
    accessHash: sha256(answer.accessToken),
    accessExpiresAt: accessExpiry(now),
    refreshHash: sha256(answer.refreshToken),
    family: familyHash,
    previousHash: hash,
    // A repeated answer to the same token does not extend its minute.
    refreshedAt: presented === 'current' ? now : renewedAt,
    now,
    from: write.origin,
  });
  write.withCommit(renewal);
  // The session's row records time and address; an entry every fifteen minutes would bury the users' actions.
  write.noChange();
  write.afterCommit(() => write.platform.sessions.forget(session.user_id));
  return answer;
}

/** Returns new tokens for a refresh token, which is valid once. */
export async function refresh(
  context: ReadContext & { transact: Transact },
  refreshToken: string,
): Promise<RefreshAnswer> {
  return settled(await context.transact((write) => renew(write, refreshToken)));
}
