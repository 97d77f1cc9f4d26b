import * as z from 'zod/mini';
import type { Endpoints } from '../base/endpoint.ts';
import type { LocationId } from '../geography/location-id.ts';
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
} from './schemas.ts';

const WithId = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
});

const WithChannel = z.object({
  id: z.pipe(
    WithId.shape.id,
    z.transform((id) => id as LocationId),
  ),
});

export const CHAT_ENDPOINTS = {
  'GET /chat/channels': {
    summary: "One's channels, those with the newest messages first",
    answer: ChannelList,
  },
  'POST /chat/channels/:id/read': {
    summary: 'Mark the messages of a channel as read, up to one',
    params: WithChannel,
    body: MarkChannelReadRequest,
    answer: ChannelUnread,
  },
  'PUT /chat/channels/:id/mute': {
    summary: 'Mute a channel, or no more',
    params: WithChannel,
    body: MuteChannelRequest,
    answer: MuteChannelRequest,
  },
  'GET /chat/channels/:id/members': {
    summary: 'Members of a channel whose names hold the words, at most 20',
    params: WithChannel,
    query: ChatMembersQuery,
    answer: ChatMembers,
  },
  'GET /chat/channels/:id/messages': {
    summary: 'A page of a channel: the newest, before or after a message, or around one',
    params: WithChannel,
    query: MessagesQuery,
    answer: MessageList,
  },
  'POST /chat/channels/:id/messages': {
    summary: 'Send a message to a channel; header Idempotency-Key',
    params: WithChannel,
    body: SendMessageRequest,
    answer: ChatMessage,
  },
  'GET /chat/search': {
    summary: "Messages of one's channels that hold the words, newest first",
    query: ChatSearchQuery,
    answer: ChatSearchResults,
  },
  'POST /chat/messages/:id/withdraw': {
    summary: "Withdraw a message of one's own, within ten minutes",
    params: WithId,
    answer: ChatMessage,
  },
  'POST /chat/messages/:id/remove': {
    summary: "Remove a message from a channel of one's area, with a reason",
    params: WithId,
    body: RemoveMessageRequest,
    answer: ChatMessage,
  },
} satisfies Endpoints;
