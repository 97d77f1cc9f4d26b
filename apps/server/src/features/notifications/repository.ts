import type { SessionId, UserId } from '@ec/contract/common';
import type { NotificationTopic, NotificationType } from '@ec/contract/notifications';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type {} from './tables.ts';

export interface NewNotification {
  topic: NotificationTopic;
  type: NotificationType;
  title: string;
  message: string;
  actionUrl: string | null;
}

/** Stores the notification once for each person; answers the numbers that they were given. */
export async function saveNotifications(
  tx: Tx,
  userIds: readonly UserId[],
  { topic, type, title, message, actionUrl }: NewNotification,
): Promise<{ id: number; userId: UserId; createdAt: Date }[]> {
  const { rows } = await sql<{ id: number; userId: UserId; createdAt: Date }>`/* notifications.save */
    insert into notifications (user_id, topic, type, title, message, action_url)
    select user_id, ${topic}, ${type}, ${title}, ${message}, ${actionUrl}
    from unnest(${`{${userIds.join(',')}}`}::uuid[]) as user_id
    returning id, user_id as "userId", created_at as "createdAt"`.execute(tx);
  return rows;
}

export type ReadOutcome = 'read' | 'read before' | 'not found';

/** Marks the person's own notification as read. */
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

/** Marks all of the person's notifications as read; answers how many were unread. */
export async function markAllRead(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Stores a ticket in place of the session's unused ones that have run out. */
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

/** Uses the ticket up and answers whose it was; undefined where it is unknown, used or too old. */
export async function takeTicket(tx: Tx, hash: Buffer, now: Date): Promise<SessionId | undefined> {
  const row = await tx
    .deleteFrom('stream_tickets')
    .where('ticket_hash', '=', hash)
    .returning(['session_id', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.session_id : undefined;
}
