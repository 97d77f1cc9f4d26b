import type { UserId } from '@ec/contract/base/common';
import type { MessageId, MessageStatus, OutboxQuery } from '@ec/contract/deliveries/schemas';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
import { SECOND_PERSON_ROLES } from '@ec/contract/permissions/roles';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { searchTerms } from '../users/search-queries.ts';

export interface MessageRow {
  id: MessageId;
  channel: DeliveryChannel;
  recipient: string;
  subject: string | null;
  body: string | null;
  status: MessageStatus;
  attempts: number;
  nextAttemptAt: Date | null;
  lastError: string | null;
  gateway: string | null;
  secret: boolean;
  /** Addressed to a national or super admin other than the reader. */
  toOffice: boolean;
  expiresAt: Date | null;
  createdAt: Date;
  sentAt: Date | null;
}

const columns = (
  reader: UserId,
) => sql`id, channel, recipient, subject, body, status, attempts, next_attempt_at as "nextAttemptAt",
  last_error as "lastError", gateway, secret, expires_at as "expiresAt", created_at as "createdAt", sent_at as "sentAt",
  exists (select from users u where u.id <> ${reader} and u.status <> 'DELETED'
    and u.role = any (${`{${SECOND_PERSON_ROLES.join(',')}}`}::text[])
    and recipient in (u.phone, u.email)) as "toOffice"`;

function conditions({ q, channel }: Pick<OutboxQuery, 'q' | 'channel'>): RawBuilder<unknown> {
  const parts = searchTerms(q).map((term) => sql`lower(recipient) like ${term}`);
  if (channel) parts.push(sql`channel = ${channel}`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** One page of the outbox, newest first. */
export async function listMessages(
  db: Db,
  reader: UserId,
  filter: OutboxQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<MessageRow[]> {
  const status = filter.status ? sql`and status = ${filter.status}` : sql``;
  const { rows } = await sql<MessageRow>`select ${columns(reader)} from messages where ${conditions(filter)} ${status}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The number of messages by status, ignoring the filter's status. */
export async function countMessages(db: Db, filter: OutboxQuery): Promise<Record<MessageStatus, number>> {
  const { rows } = await sql<{ status: MessageStatus; count: number }>`select status, count(*) as count from messages
    where ${conditions(filter)} group by status`.execute(db);
  const counts: Record<MessageStatus, number> = { waiting: 0, sent: 0, logged: 0, failed: 0, expired: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

export interface ChannelFigures {
  channel: DeliveryChannel;
  sent: number;
  failed: number;
  lastError: string | null;
}

/** Messages accepted and rejected by each channel's gateway since then; a channel without attempts is absent. */
export async function channelFigures(db: Db, since: Date): Promise<ChannelFigures[]> {
  const { rows } = await sql<ChannelFigures>`select channel,
      count(*) filter (where last_error is null) as sent, count(*) filter (where last_error is not null) as failed,
      (array_agg(last_error order by tried_at desc) filter (where last_error is not null))[1] as "lastError"
    from messages where tried_at > ${since} group by channel`.execute(db);
  return rows;
}
