import type { SessionId, UserId } from '@ec/contract/base/common';
import {
  type DeliveryChoices,
  type NotificationTopic,
  type NotificationType,
  type Timing,
  UNHELD_TOPICS,
} from '@ec/contract/notifications/schemas';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { EFFECTIVE_STATUS, privilegesLapsed } from '../../platform/identity/person.ts';
import { defaultChoice } from './rules.ts';

export interface NewNotification {
  topic: NotificationTopic;
  type: NotificationType;
  title: string;
  message: string;
  actionUrl: string | null;
}

/** A moderator whose privileges have lapsed is notified only about their own account. */
const mayHear = (userId: RawBuilder<unknown>, topic: NotificationTopic, now: Date) =>
  sql<boolean>`(${topic} = 'account' or not ${privilegesLapsed(userId, now)})`;

/** When a notification is sent, and whether it disturbs users in their quiet hours or before their digest. */
export interface Sending {
  now: Date;
  /** The local time as HH:MM. */
  time: string;
  urgent: boolean;
  /** From when on its messages are not sent any more. */
  expiresAt?: Date | null;
}

/** True for users who want the notification later, with their digest; isQuiet in rules.ts decides the same. One text, since the statements have names. */
function held(topic: NotificationTopic, { time, urgent }: Sending): RawBuilder<boolean> {
  const waits = !urgent && !UNHELD_TOPICS.includes(topic);
  const [from, to] = [sql`u.preferences #>> '{quiet,from}'`, sql`u.preferences #>> '{quiet,to}'`];
  return sql<boolean>`(${waits}::boolean and (coalesce(u.preferences ->> 'digest', 'off') <> 'off'
    or coalesce(case when ${from} < ${to} then ${time} >= ${from} and ${time} < ${to}
      else ${time} >= ${from} or ${time} < ${to} end, false)))`;
}

interface Saved {
  id: number;
  userId: UserId;
  createdAt: Date;
  held: boolean;
}

/** Stores the notification once for each user who may receive it; returns the issued numbers. */
export async function saveNotifications(
  tx: Tx,
  userIds: readonly UserId[],
  { topic, type, title, message, actionUrl }: NewNotification,
  sending: Sending,
): Promise<Saved[]> {
  const { rows } = await sql<Saved>`/* notifications.save */
    insert into notifications (user_id, topic, type, title, message, action_url, created_at, held)
    select u.id, ${topic}, ${type}, ${title}, ${message}, ${actionUrl}, ${sending.now}, ${held(topic, sending)}
    from users u where u.id = any (${`{${userIds.join(',')}}`}::uuid[]) and ${mayHear(sql`u.id`, topic, sending.now)}
    order by u.id
    returning id, user_id as "userId", created_at as "createdAt", held`.execute(tx);
  return rows;
}

/**
 * Adds a message to the outbox for each user and each channel that they chose for the topic and can be reached by; a channel without a text is off.
 * Returns the number of messages.
 */
export async function queueForThoseWhoWant(
  tx: Tx,
  userIds: readonly UserId[],
  { topic, actionUrl }: Pick<NewNotification, 'topic' | 'actionUrl'>,
  texts: { sms: string | null; email: { subject: string; body: string } | null },
  sending: Sending,
): Promise<number> {
  const chosen = JSON.stringify(defaultChoice(topic));
  const { numAffectedRows } = await sql`/* notifications.queue */
    insert into messages (id, channel, recipient, subject, body, expires_at, about)
    select gen_random_uuid(), way.channel, way.recipient, way.subject, way.body, ${sending.expiresAt ?? null}::timestamptz, ${actionUrl}::text
    from users u cross join lateral (
      values ('sms', u.phone, null, ${texts.sms}::text),
        ('email', u.email, ${texts.email?.subject ?? null}::text, ${texts.email?.body ?? null}::text)
    ) as way (channel, recipient, subject, body)
    where u.id = any (${`{${userIds.join(',')}}`}::uuid[]) and ${EFFECTIVE_STATUS} = 'ACTIVE'
      and ${mayHear(sql`u.id`, topic, sending.now)} and not ${held(topic, sending)}
      and coalesce(u.preferences #> array['notifications', ${topic}::text, way.channel], ${chosen}::jsonb -> way.channel) = 'true'::jsonb
      and way.recipient is not null and way.body is not null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The user's preferences, locked until the transaction ends. */
export async function lockChoices(tx: Tx, userId: UserId): Promise<Record<string, unknown>> {
  const row = await tx
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.preferences ?? {};
}

export async function saveChoices(
  tx: Tx,
  userId: UserId,
  { choices, ...timing }: { choices: DeliveryChoices } & Timing,
): Promise<void> {
  const value = JSON.stringify({ notifications: choices, ...timing });
  await tx
    .updateTable('users')
    .set({ preferences: sql`preferences || ${value}::jsonb` })
    .where('id', '=', userId)
    .execute();
}

export type ReadOutcome = 'read' | 'read before' | 'not found';

/** Marks the user's own notification as read. */
export async function markRead(tx: Tx, userId: UserId, id: number, now: Date): Promise<ReadOutcome> {
  const row = await tx
    .selectFrom('notifications')
    .select('read_at')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return 'not found';
  if (row.read_at) return 'read before';
  await tx.updateTable('notifications').set({ read_at: now }).where('id', '=', id).execute();
  return 'read';
}

/** Marks the user's unread notifications that lead to the address as read; returns their numbers. */
export async function markReadAt(tx: Tx, userId: UserId, actionUrl: string, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('action_url', '=', actionUrl)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks all of the user's notifications as read; returns how many were unread. */
export async function markAllRead(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Stores a ticket and deletes the session's expired ones. */
export async function saveTicket(
  tx: Tx,
  ticket: { hash: Buffer; sessionId: SessionId; expiresAt: Date; now: Date },
): Promise<void> {
  await Promise.all([
    tx
      .deleteFrom('stream_tickets')
      .where('session_id', '=', ticket.sessionId)
      .where('expires_at', '<=', ticket.now)
      .execute(),
    tx
      .insertInto('stream_tickets')
      .values({ ticket_hash: ticket.hash, session_id: ticket.sessionId, expires_at: ticket.expiresAt })
      .execute(),
  ]);
}

/** Uses up the ticket and returns its owner; undefined if it is unknown, used or expired. */
export async function takeTicket(tx: Tx, hash: Buffer, now: Date): Promise<SessionId | undefined> {
  const row = await tx
    .deleteFrom('stream_tickets')
    .where('ticket_hash', '=', hash)
    .returning(['session_id', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.session_id : undefined;
}
