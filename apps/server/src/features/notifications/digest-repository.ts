import type { UserId } from '@ec/contract/base/common';
import type { NotificationTopic } from '@ec/contract/notifications/schemas';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { uuidArray } from '../../platform/database/sql-parts.ts';
import { EFFECTIVE_STATUS } from '../../platform/identity/person.ts';

/** The users with notices that were held back, and when the first of these came. */
export async function listHeld(
  db: Db,
): Promise<{ userId: UserId; oldest: Date; preferences: Record<string, unknown> }[]> {
  const { rows } = await sql<{ userId: UserId; oldest: Date; preferences: Record<string, unknown> }>`
    select u.id as "userId", h.oldest, u.preferences from (
      select user_id, min(created_at) as oldest from notifications where held group by user_id
    ) h join users u on u.id = h.user_id order by u.id`.execute(db);
  return rows;
}

export interface HeldNotice {
  userId: UserId;
  topic: NotificationTopic;
  createdAt: Date;
  isRead: boolean;
}

/** Ends the holding back of the users' notices and returns them; of two processes one gets each. */
export async function releaseHeld(tx: Tx, userIds: readonly UserId[]): Promise<HeldNotice[]> {
  const { rows } = await sql<HeldNotice>`update notifications set held = false
    where held and user_id = any (${uuidArray(userIds)})
    returning user_id as "userId", topic, created_at as "createdAt", read_at is not null as "isRead"`.execute(tx);
  return rows;
}

export interface NewDigest {
  userId: UserId;
  /** Where it is listed: the topic of most of its notices. */
  topic: NotificationTopic;
  topics: NotificationTopic[];
  title: string;
  message: string;
  actionUrl: string;
}

/** Stores one notification for each user. */
export async function saveDigests(
  tx: Tx,
  digests: readonly NewDigest[],
  now: Date,
): Promise<{ id: number; userId: UserId; createdAt: Date }[]> {
  const { rows } = await sql<{ id: number; userId: UserId; createdAt: Date }>`
    insert into notifications (user_id, topic, type, title, message, action_url, created_at)
    select "userId", topic, 'info', title, message, "actionUrl", ${now}
    from jsonb_to_recordset(${JSON.stringify(digests)}::jsonb)
      as t ("userId" uuid, topic text, title text, message text, "actionUrl" text)
    returning id, user_id as "userId", created_at as "createdAt"`.execute(tx);
  return rows;
}

/** Adds a message for each user by each channel that they chose for any of the topics; returns the number of messages. */
export async function queueDigests(
  tx: Tx,
  digests: readonly (NewDigest & { sms: string; subject: string; body: string })[],
  on: { sms: boolean; email: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`insert into messages (id, channel, recipient, subject, body)
    select gen_random_uuid(), way.channel, way.recipient, way.subject, way.body
    from jsonb_to_recordset(${JSON.stringify(digests)}::jsonb)
      as d ("userId" uuid, topics jsonb, sms text, subject text, body text)
    join users u on u.id = d."userId" and ${EFFECTIVE_STATUS} = 'ACTIVE'
    cross join lateral (
      values ('sms', u.phone, null, d.sms, ${on.sms}::boolean), ('email', u.email, d.subject, d.body, ${on.email}::boolean)
    ) as way (channel, recipient, subject, body, is_on)
    where way.is_on and way.recipient is not null and exists (
      select from jsonb_array_elements_text(d.topics) as t (topic)
      where u.preferences #> array['notifications', t.topic, way.channel] = 'true'::jsonb)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
