import type { SessionId, UserId } from '@ec/contract/common';
import type { LocationId } from '@ec/contract/location-id';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';
import type {} from '../../platform/tables.ts';
import type {} from '../auth/tables.ts';

/** Takes the lock off the phone with its count of failures; undefined where it is not locked now. */
export async function unlockPhone(
  tx: Tx,
  phone: string,
  now: Date,
): Promise<{ failures: number; locked_until: Date | null } | undefined> {
  return await tx
    .deleteFrom('sign_in_attempts')
    .where('phone', '=', phone)
    .where('locked_until', '>', now)
    .returning(['failures', 'locked_until'])
    .executeTakeFirst();
}

/** Notes as ended what has been idle for too long anyway, so that lists of open sessions do not fill up with the past. */
export async function endIdleSessions(db: Db, idleBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'idle for too long' })
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', idleBefore)
    .execute();
}

export interface OlderSession {
  id: SessionId;
  userId: UserId;
  area: LocationId | null;
}

/**
 * Ends sessions of people who have a newer one, at most so many; of the person of `keep`, all but that one. Answers what
 * ended.
 */
export async function endOlderSessions(
  tx: Tx,
  ending: { keep: SessionId; reason: string; now: Date; most: number },
): Promise<OlderSession[]> {
  const { keep, reason, now, most } = ending;
  const { rows } = await sql<OlderSession>`
    with ranked as (
      select s.id, row_number() over (partition by s.user_id
        order by s.id = ${keep}::uuid desc, s.created_at desc, s.id desc) as place
      from sessions s where s.ended_at is null)
    update sessions s set ended_at = ${now}::timestamptz, end_reason = ${reason}
    from users u
    where s.id in (select id from ranked where place > 1 limit ${most}) and s.ended_at is null and u.id = s.user_id
    returning s.id, s.user_id as "userId", u.area_id as area`.execute(tx);
  return rows;
}
