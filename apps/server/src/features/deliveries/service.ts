import type {
  MessageId,
  OutboxList,
  OutboxMessage,
  OutboxQuery,
  RetryAnswer,
  TestMessageAnswer,
} from '@ec/contract/deliveries/schemas';
import { MessageId as toMessageId } from '@ec/contract/deliveries/schemas';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { LOG_GATEWAY } from '../../platform/messages/gateways.ts';
import { queueMessage } from '../../platform/messages/outbox.ts';
import { pageOf } from '../../platform/http/requests.ts';
import { addressesOf } from '../notifications/queries.ts';
import { channelFigures, countMessages, listMessages, type MessageRow } from './queries.ts';
import { requeueFailed, lockMessage, requeue } from './repository.ts';
import { mayRetry, shownBody } from './rules.ts';

const PAGE = 20;
const HOUR_MS = 3_600_000;
const TEST_MS = 15 * 60_000;

function toMessage(row: MessageRow, configured: string, now: Date): OutboxMessage {
  const gateway = configured !== LOG_GATEWAY || (row.gateway !== null && row.gateway !== LOG_GATEWAY);
  return {
    id: row.id,
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    body: shownBody(row, { gateway, now }),
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'waiting' ? (row.nextAttemptAt ?? row.createdAt).toISOString() : null,
    lastError: row.lastError,
    gateway: row.gateway,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    can: { retry: mayRetry(row, now) },
  };
}

/** One page of the outbox with counts and the state of the gateways. */
export async function listDeliveries(
  { db, now, platform, actor }: ReadContext & { actor: Actor },
  query: OutboxQuery,
): Promise<OutboxList> {
  const [rows, counts, figures] = await Promise.all([
    listMessages(db, actor.userId, query, pageOf(query, PAGE)),
    countMessages(db, query),
    channelFigures(db, new Date(now.getTime() - HOUR_MS)),
  ]);
  const gateways = platform.messages.gateways();
  const gatewayOf = (channel: DeliveryChannel): OutboxList['gateways'][DeliveryChannel] => {
    const { sent = 0, failed = 0, lastError = null } = figures.find((figure) => figure.channel === channel) ?? {};
    return { ...gateways[channel], sent, failed, lastError };
  };
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    messages: rows.map((row) => toMessage(row, gateways[row.channel].name, now)),
    total: query.status ? counts[query.status] : all,
    counts,
    gateways: { sms: gatewayOf('sms'), email: gatewayOf('email') },
  };
}

/** Queues a failed message again, with all its attempts. */
export async function retryMessage(write: WriteContext, id: MessageId): Promise<RetryAnswer> {
  const { tx, now, platform } = write;
  const message = await lockMessage(tx, id);
  if (!message) throw new AppError('NOT_FOUND');
  if (!mayRetry(message, now)) {
    throw new AppError('MESSAGE_NOT_FAILED', { status: message.status === 'failed' ? 'expired' : message.status });
  }
  const { channel, recipient } = message;
  await requeue(tx, id);
  await write.audit({ event: 'delivery.retried', resourceId: id, next: { channel, recipient } });
  write.afterCommit(() => platform.messages.resume(channel));
  return { waiting: 1 };
}

/** Queues all failed messages that are still useful again. */
export async function retryAllFailed(write: WriteContext): Promise<RetryAnswer> {
  const { tx, now, platform } = write;
  const waiting = await requeueFailed(tx, now);
  if (waiting === 0) {
    write.noChange();
    return { waiting };
  }
  await write.audit({ event: 'delivery.retried', next: { messages: waiting } });
  write.afterCommit(() => {
    platform.messages.resume('sms');
    platform.messages.resume('email');
  });
  return { waiting };
}

/** Sends a test message to the user's own phone number or e-mail address. */
export async function sendTest(
  write: WriteContext,
  actor: Actor,
  channel: DeliveryChannel,
): Promise<TestMessageAnswer> {
  const { tx, now, organisation, platform } = write;
  const person = await addressesOf(tx, actor.userId);
  if (!person) throw new AppError('SESSION_ENDED');
  const recipient = channel === 'sms' ? person.phone : person.email;
  if (recipient === null) throw new AppError('NO_EMAIL');
  const { systemName } = organisation.settings.general;
  const id = toMessageId.parse(
    await queueMessage(tx, {
      channel,
      recipient,
      ...(channel === 'email' && { subject: `Test message from ${systemName}`.replaceAll(/\p{Cc}/gu, ' ') }),
      body: `This is a test message from ${systemName}. It was requested on the Deliveries page.`,
      urgent: true,
      expiresAt: new Date(now.getTime() + TEST_MS),
    }),
  );
  await write.audit({ event: 'delivery.tested', resourceId: id, next: { channel, recipient } });
  write.afterCommit(() => platform.messages.resume(channel));
  return { id, recipient };
}
