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
