import { moderates, readsChannel, WITHDRAW_MINUTES } from '@ec/contract/chat/schemas';
import type { ChatMessage } from '@ec/contract/chat/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { toMessages } from './answers.ts';
import { findMessage, type MessageRow } from './queries.ts';
import { endMessage } from './repository.ts';
import { isYoung } from './rules.ts';

/** The message. Throws NOT_FOUND if the user does not read its channel. */
async function requireMessage({ tx }: WriteContext, actor: Actor, id: number): Promise<MessageRow> {
  const row = await findMessage(tx, id);
  if (!row || !readsChannel(actor, row.channelId)) throw new AppError('NOT_FOUND');
  return row;
}

async function end(
  write: WriteContext,
  actor: Actor,
  row: MessageRow,
  how: { as: 'withdrawn' | 'removed'; reason: string | null },
): Promise<ChatMessage> {
  const { tx, now } = write;
  const ended = row.endedAs === null && (await endMessage(tx, row.id, { ...how, by: actor.userId, now }));
  const after = await findMessage(tx, row.id);
  if (!ended) throw new AppError('MESSAGE_ENDED', { state: after?.endedAs ?? 'withdrawn' });
  await write.emit({
    type: 'chat.message',
    channelId: row.channelId,
    messageId: row.id,
    senderId: row.senderId,
  });
  const [message] = after ? await toMessages(write, actor, [after]) : [];
  if (!message) throw new AppError('NOT_FOUND');
  return message;
}

/** Withdraws the user's own message, within a time limit after it was sent. Its content is no longer returned to any reader. */
export async function withdrawMessage(write: WriteContext, actor: Actor, id: number): Promise<ChatMessage> {
  const row = await requireMessage(write, actor, id);
  if (row.senderId !== actor.userId) throw new AppError('NOT_PERMITTED', { action: "withdraw another user's message" });
  if (row.endedAs === null && !isYoung(row, write.now)) {
    throw new AppError('WITHDRAW_TOO_LATE', { minutes: WITHDRAW_MINUTES });
  }
  const message = await end(write, actor, row, { as: 'withdrawn', reason: null });
  await write.audit({
    event: 'chat.withdrawn',
    resourceId: String(id),
    areaId: row.channelId,
    previous: { length: row.content.length, fileId: row.fileId, link: row.link },
  });
  return message;
}

/** Removes a message, by a moderator of its channel. The audit log keeps its content, because a removal must be accountable. */
export async function removeMessage(
  write: WriteContext,
  actor: Actor,
  id: number,
  reason: string,
): Promise<ChatMessage> {
  const row = await requireMessage(write, actor, id);
  if (!moderates(actor, row.channelId)) throw new AppError('NOT_PERMITTED', { action: 'remove messages of this chat' });
  const message = await end(write, actor, row, { as: 'removed', reason });
  const { senderId, content, fileId, link, createdAt } = row;
  await write.audit({
    event: 'chat.removed',
    resourceId: String(id),
    areaId: row.channelId,
    previous: { senderId, content, fileId, link, sentAt: createdAt.toISOString() },
    next: { reason },
  });
  return message;
}
