import { type ChatMessage, MESSAGES_A_MINUTE, type SendMessageRequest } from '@ec/contract/chat/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { sha256 } from '../../platform/runtime/ids.ts';
import { notify } from '../notifications/notify.ts';
import { toMessages } from './answers.ts';
import { loadCards } from './cards.ts';
import type { ChannelPlace } from './channel-queries.ts';
import { requireChannel } from './channels.ts';
import { membersAmong } from './member-service.ts';
import { findMessage } from './queries.ts';
import { mayWrite } from './rules.ts';
import { findByKey, insertMessage, ownsPicture, sentBefore, takeSendersTurn } from './repository.ts';

const MINUTE_MS = 60_000;

/** A hash of the request in canonical form, to recognise a repeated request. */
function hashOf(channel: LocationId, { content, fileId, link, mentions }: SendMessageRequest): Buffer {
  const to = link === null ? null : [link.type, link.id];
  return sha256(JSON.stringify([channel, content, fileId, to, mentions.toSorted()]));
}

async function requireRate({ tx, now }: WriteContext, actor: Actor): Promise<void> {
  const since = new Date(now.getTime() - MINUTE_MS);
  const oldest = await sentBefore(tx, actor.userId, MESSAGES_A_MINUTE, since);
  if (!oldest) return;
  const seconds = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  throw new AppError('MESSAGE_LIMIT', { limit: MESSAGES_A_MINUTE, seconds });
}

/** Throws if the message contains another user's picture or a link that the sender cannot see. */
async function requireOwn({ tx }: WriteContext, actor: Actor, { fileId, link }: SendMessageRequest): Promise<void> {
  if (fileId !== null && !(await ownsPicture(tx, fileId, actor.userId))) {
    const error = new AppError('ATTACHMENT_NOT_FOUND');
    throw error.atField('fileId');
  }
  if (link === null) return;
  const cards = await loadCards(tx, actor, [link]);
  if (cards(link).type === 'hidden') {
    const error = new AppError('MESSAGE_LINK_NOT_FOUND');
    throw error.atField('link');
  }
}

/** Notifies the mentioned users without the text: the text of a withdrawn message must not remain in notifications. */
async function notifyMentioned(
  write: WriteContext,
  actor: Actor,
  sent: { id: number; channel: ChannelPlace; mentions: readonly UserId[] },
): Promise<void> {
  const { id, channel, mentions } = sent;
  await notify(write, {
    userIds: mentions,
    topic: 'chat',
    type: 'info',
    title: `${actor.name} mentioned you`,
    message: `In the group chat ${channel.name}. Open it to read the message.`,
    actionUrl: `/communications?channel=${channel.id}&message=${id}`,
  });
}

async function answer(write: WriteContext, actor: Actor, id: number): Promise<ChatMessage> {
  const row = await findMessage(write.tx, id);
  const [message] = row ? await toMessages(write, actor, [row]) : [];
  if (!message) throw new AppError('NOT_FOUND');
  return message;
}

/** Sends one message: stores it, audits it, and notifies the channel in one event. A repeated request returns the stored message. */
export async function sendMessage(
  write: WriteContext,
  actor: Actor,
  channelId: LocationId,
  request: SendMessageRequest,
  key: string,
): Promise<{ message: ChatMessage; repeated: boolean }> {
  const { tx, now } = write;
  const channel = await requireChannel(tx, actor, channelId);
  if (!mayWrite(actor, channelId)) throw new AppError('CHANNEL_READ_ONLY');
  const requestHash = hashOf(channelId, request);
  await takeSendersTurn(tx, actor.userId);
  const before = await findByKey(tx, actor.userId, key);
  if (before) {
    if (!before.requestHash.equals(requestHash)) throw new AppError('MESSAGE_KEY_CONFLICT');
    write.noChange();
    return { message: await answer(write, actor, before.id), repeated: true };
  }
  await requireRate(write, actor);
  await requireOwn(write, actor, request);
  const { content, fileId, link } = request;
  const mentioned = await membersAmong(write, channelId, request.mentions);
  // A sender who mentions themselves is not notified.
  const mentions = mentioned.map(({ userId }) => userId).filter((userId) => userId !== actor.userId);
  const id = await insertMessage(tx, {
    channelId,
    senderId: actor.userId,
    senderRole: actor.role,
    content,
    fileId,
    link,
    mentions,
    key,
    requestHash,
    now,
  });
  // The audit log records only that a message was sent and where, never its text.
  await write.audit({
    event: 'chat.sent',
    resourceId: String(id),
    areaId: channelId,
    next: { length: content.length, fileId, link, mentions: mentions.length },
  });
  await write.emit({ type: 'chat.message', channelId, messageId: id, senderId: actor.userId });
  await notifyMentioned(write, actor, { id, channel, mentions });
  return { message: await answer(write, actor, id), repeated: false };
}
