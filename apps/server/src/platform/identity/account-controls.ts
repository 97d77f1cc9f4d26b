import type { UserId } from '@ec/contract/base/common';
import type { ControlAct } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** An act that lets `by` sign in to the account of `userId`. */
export interface AccountControl {
  userId: UserId;
  by: UserId;
  act: ControlAct;
}

/** Stores the act in its transaction; an act on one's own account is none. */
export async function noteControl(tx: Tx, { userId, by, act }: AccountControl): Promise<void> {
  if (userId === by) return;
  await tx.insertInto('account_controls').values({ user_id: userId, by_user_id: by, act }).execute();
}

/** The same for many accounts at once. */
export async function noteControls(
  tx: Tx,
  userIds: Iterable<UserId>,
  { by, act }: Pick<AccountControl, 'by' | 'act'>,
): Promise<void> {
  await sql`insert into account_controls (user_id, by_user_id, act)
    select id, ${by}::uuid, ${act} from unnest(${`{${[...userIds].join(',')}}`}::uuid[]) as u (id)`.execute(tx);
}

/**
 * Notes that the password which an administrator last set for the person was used: what was set before an election and is
 * first used within it counts within it.
 */
export async function noteSetPasswordUsed(tx: Tx, userId: UserId): Promise<void> {
  await sql`insert into account_controls (user_id, by_user_id, act)
    select user_id, by_user_id, 'password_set' from account_controls
    where user_id = ${userId} and act in ('created', 'password_set') order by id desc limit 1`.execute(tx);
}

/**
 * Notes that a reset code opened an account which others had prepared and its owner had not used since: the person who chose
 * its phone number, to which the code went, where no sign-in followed; the inviter of an open invite; and the person whose
 * password was still to be changed. Called before the reset clears the last two. An account that was used notes nothing.
 */
export async function noteOpenedByReset(tx: Tx, userId: UserId): Promise<void> {
  await sql`insert into account_controls (user_id, by_user_id, act)
    select u.id, acts.by_user_id, acts.act from users u cross join lateral (
      (select c.by_user_id, c.act from (
        select by_user_id, act, at from account_controls
        where user_id = u.id and act in ('created', 'phone_changed') order by id desc limit 1) c
        where u.last_login_at is null or u.last_login_at <= c.at)
      union
      (select by_user_id, act from account_controls
        where user_id = u.id and u.must_change_password and act in ('created', 'password_set') order by id desc limit 1)
      union
      select u.invited_by, 'invited' where u.invite_code is not null and u.invited_by is not null
    ) acts where u.id = ${userId}::uuid`.execute(tx);
}
