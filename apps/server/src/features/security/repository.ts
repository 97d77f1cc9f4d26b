import type { SessionEndReason } from '@ec/contract/auth/session-ends';
import type { SessionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { forgetCalls } from '../../platform/http/limits/rate-limits.ts';
import { triesOf } from '../auth/sign-in/attempt-rules.ts';

export interface Forgotten {
  source: string;
  failures: number;
  lockedUntil: Date | null;
}

export interface Unlocked {
  locks: Forgotten[];
  /** Whether attempts at reset and invite codes were counted. */
  tries: boolean;
  /** Number of reset codes of the last day that no longer count; valid ones stay valid. */
  codes: number;
}

/**
 * Removes everything that locks the phone number out, from all sources: failures and locks, attempts at codes, and the count of requested reset
 * codes. Returns what was removed.
 */
export async function unlockPhone(tx: Tx, phone: string, now: Date): Promise<Unlocked> {
  const locks = await tx
    .deleteFrom('sign_in_attempts')
    .where('phone', '=', phone)
    .returning(['source', 'failures', 'locked_until as lockedUntil'])
    .execute();
  const tries = await forgetCalls(tx, triesOf(sha256(phone).toString('hex')));
  const { rows } = await sql`update one_time_codes c set source = null from users u
    where u.phone = ${phone} and u.status <> 'DELETED' and c.user_id = u.id and c.purpose = 'reset' and c.source is not null
      and c.created_at > ${now}::timestamptz - interval '1 day' returning c.id`.execute(tx);
  return { locks, tries: tries > 0, codes: rows.length };
}

/** The owner of the phone number; undefined if there is none. */
export async function findPhoneOwner(tx: Tx, phone: string) {
  return await tx
    .selectFrom('users')
    .select(['id', 'name', 'role', 'area_id as area'])
    .where('phone', '=', phone)
    .where('status', '<>', 'DELETED')
    .executeTakeFirst();
}

/** Marks idle sessions as ended, so that lists of open sessions do not fill with old ones. */
export async function endIdleSessions(db: Db, idleBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'idle for too long' satisfies SessionEndReason })
    .where('ended_at', 'is', null)
    .where('last_seen_at', '<', idleBefore)
    .execute();
}

export interface OlderSession {
  id: SessionId;
  userId: UserId;
  area: LocationId | null;
}

/** Ends sessions of users who have a newer one, at most `most`; for the user of `keep`, all but that session. Returns the ended sessions. */
export async function endOlderSessions(
  tx: Tx,
  ending: { keep: SessionId; reason: SessionEndReason; now: Date; most: number },
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
