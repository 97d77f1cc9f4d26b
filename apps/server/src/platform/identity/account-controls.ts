import type { UserId } from '@ec/contract/base/common';
import type { ControlAct } from '@ec/contract/results/schemas';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** An action that lets `by` sign in to the account of `userId`. */
export interface AccountControl {
  userId: UserId;
  by: UserId;
  act: ControlAct;
}

/** Records the action in its transaction; an action on one's own account is not recorded. */
export async function noteControl(tx: Tx, { userId, by, act }: AccountControl): Promise<void> {
  if (userId === by) return;
  await tx.insertInto('account_controls').values({ user_id: userId, by_user_id: by, act }).execute();
}

/** The same for several accounts at once. */
export async function noteControls(
  tx: Tx,
  userIds: Iterable<UserId>,
  { by, act }: Pick<AccountControl, 'by' | 'act'>,
): Promise<void> {
  await sql`insert into account_controls (user_id, by_user_id, act)
    select id, ${by}::uuid, ${act} from unnest(${`{${[...userIds].join(',')}}`}::uuid[]) as u (id)`.execute(tx);
}

/**
 * Records the first use of the password that an administrator last set for the user: a password set before an election and first used during it
 * counts as an action during it.
 */
export async function noteSetPasswordUsed(tx: Tx, userId: UserId): Promise<void> {
  await sql`insert into account_controls (user_id, by_user_id, act)
    select user_id, by_user_id, 'password_set' from account_controls
    where user_id = ${userId} and act in ('created', 'password_set') order by id desc limit 1`.execute(tx);
}

/**
 * Records that a reset code opened an account that others had prepared and its owner had not used since. Recorded are: who chose the phone number
 * that received the code, if no sign-in followed; who sent the open invite; and who set the password that was still to be changed. Call it before the
 * reset clears the last two. A used account records nothing.
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
