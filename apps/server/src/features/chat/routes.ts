import {
  ChannelList,
  ChannelUnread,
  ChatMembers,
  ChatMembersQuery,
  ChatMessage,
  ChatSearchQuery,
  ChatSearchResults,
  MarkChannelReadRequest,
  MessageList,
  MessagesQuery,
  MuteChannelRequest,
  RemoveMessageRequest,
  SendMessageRequest,
} from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { IdempotencyKey } from '@ec/contract/results/schemas';
import * as z from 'zod/mini';
import { AppError } from '../../platform/http/errors.ts';
import { COSTLY, WRITES } from '../../platform/http/limits/rate-limits.ts';
import type { Router } from '../../platform/http/router.ts';
import { requireChannel } from './channels.ts';
import { removeMessage, withdrawMessage } from './end-service.ts';
import { membersOf } from './member-service.ts';
import { sendMessage } from './send-service.ts';
import { channelList, messagePage, muteChannel, readChannel, searchChats } from './service.ts';

const READERS = { module: 'group_chat' } as const;
const WRITERS = { module: 'group_chat', level: 'write', privilege: 'canManageChats' } as const;

const WithId = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
});
const WithChannel = z.object({
  id: z.pipe(
    WithId.shape.id,
    z.transform((id) => id as LocationId),
  ),
});

export function chatRoutes(router: Router): void {
  channelRoutes(router);
  messageRoutes(router);
  endRoutes(router);
}

function channelRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/chat/channels',
      summary: "One's channels, those with the newest messages first",
      access: READERS,
      answer: ChannelList,
    },
    async (context) => await channelList(context, context.actor),
  );

  router.mark(
    {
      method: 'POST',
      path: '/chat/channels/:id/read',
      summary: 'Mark the messages of a channel as read, up to one',
      access: READERS,
      reason: 'how far somebody has read is their own bookkeeping, and would fill the log with what nobody did',
      params: WithChannel,
      body: MarkChannelReadRequest,
      answer: ChannelUnread,
    },
    async (context) => await readChannel(context, context.actor, context.params.id, context.body.upTo),
  );

  router.write(
    {
      method: 'PUT',
      path: '/chat/channels/:id/mute',
      summary: 'Mute a channel, or no more',
      perMinute: WRITES.own,
      access: READERS,
      audit: ['chat.muted'],
      params: WithChannel,
      body: MuteChannelRequest,
      answer: MuteChannelRequest,
    },
    async (write) => {
      await muteChannel(write, write.actor, write.params.id, write.body.muted);
      return write.body;
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/chat/channels/:id/members',
      summary: 'Members of a channel whose names hold the words, at most 20',
      access: READERS,
      params: WithChannel,
      query: ChatMembersQuery,
      answer: ChatMembers,
    },
    async (context) => {
      const { id } = await requireChannel(context.db, context.actor, context.params.id);
      return await membersOf(context, id, context.query.q ?? '');
    },
  );
}

function messageRoutes(router: Router): void {
  router.read(
    {
      method: 'GET',
      path: '/chat/channels/:id/messages',
      summary: 'A page of a channel: the newest, before or after a message, or around one',
      access: READERS,
      params: WithChannel,
      query: MessagesQuery,
      answer: MessageList,
    },
    async (context) => await messagePage(context, context.actor, context.params.id, context.query),
  );

  router.write(
    {
      method: 'POST',
      path: '/chat/channels/:id/messages',
      summary: 'Send a message to a channel; header Idempotency-Key',
      access: WRITERS,
      audit: ['chat.sent'],
      params: WithChannel,
      body: SendMessageRequest,
      answer: ChatMessage,
    },
    async (write) => {
      const key = IdempotencyKey.safeParse(write.request.headers['idempotency-key']);
      if (!key.success) throw new AppError('MESSAGE_KEY_REQUIRED');
      const { message, repeated } = await sendMessage(write, write.actor, write.params.id, write.body, key.data);
      write.reply.code(repeated ? 200 : 201);
      return message;
    },
  );

  router.read(
    {
      method: 'GET',
      path: '/chat/search',
      summary: "Messages of one's channels that hold the words, newest first",
      perMinute: COSTLY.search,
      access: READERS,
      query: ChatSearchQuery,
      answer: ChatSearchResults,
    },
    async (context) => await searchChats(context, context.actor, context.query),
  );
}

function endRoutes(router: Router): void {
  router.write(
    {
      method: 'POST',
      path: '/chat/messages/:id/withdraw',
      summary: "Withdraw a message of one's own, within ten minutes",
      access: WRITERS,
      audit: ['chat.withdrawn'],
      params: WithId,
      answer: ChatMessage,
    },
    async (write) => await withdrawMessage(write, write.actor, write.params.id),
  );

  router.write(
    {
      method: 'POST',
      path: '/chat/messages/:id/remove',
      summary: "Remove a message from a channel of one's area, with a reason",
      access: WRITERS,
      audit: ['chat.removed'],
      params: WithId,
      body: RemoveMessageRequest,
      answer: ChatMessage,
    },
    async (write) => await removeMessage(write, write.actor, write.params.id, write.body.reason),
  );
}
