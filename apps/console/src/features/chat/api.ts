import type { ChannelList, ChatChannel, ChatMessage, MessageList } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { CHANNELS_KEY, channelsQuery } from '../../domain/chat/chat-channels.ts';

export interface MessagesPage {
  before?: number;
  after?: number;
  around?: number;
  pageSize?: number;
}

export function readMessages(channelId: LocationId, query: MessagesPage, signal?: AbortSignal): Promise<MessageList> {
  return api.call('GET /chat/channels/:id/messages', { params: { id: channelId }, query: { ...query }, signal });
}

export const membersQuery = (channelId: LocationId, q: string) =>
  queryOptions({
    queryKey: ['chat', 'members', channelId, q],
    queryFn: ({ signal }) =>
      api.call('GET /chat/channels/:id/members', { params: { id: channelId }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export const searchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', q],
    queryFn: ({ signal, pageParam }) => api.call('GET /chat/search', { query: { q, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ messages, hasOlder }) => (hasOlder ? messages.at(-1)?.id : undefined),
    enabled: q.length >= 2,
  });

/** Results that can be attached: those of the reader's area. */
export const resultsQuery = (q: string) =>
  queryOptions({
    queryKey: ['results', 'to-attach', q],
    queryFn: ({ signal }) => api.call('GET /results', { query: { q, pageSize: 10 }, signal }),
    placeholderData: keepPreviousData,
  });

function changeChannel(queryClient: QueryClient, id: LocationId, change: Partial<ChatChannel>): void {
  queryClient.setQueryData<ChannelList>(
    channelsQuery.queryKey,
    (list) =>
      list && { ...list, channels: list.channels.map((each) => (each.id === id ? { ...each, ...change } : each)) },
  );
}

/** Reports to the server how far the user has read, and updates the unread count. */
export async function markRead(queryClient: QueryClient, channelId: LocationId, upTo: number): Promise<void> {
  const { unreadCount, unread } = await api.call('POST /chat/channels/:id/read', {
    params: { id: channelId },
    body: { upTo },
  });
  const mentions = unreadCount === 0 ? { mentions: 0 } : {};
  changeChannel(queryClient, channelId, { unreadCount, readThrough: upTo, ...mentions });
  queryClient.setQueryData<ChannelList>(channelsQuery.queryKey, (list) => list && { ...list, unread });
}

/** Shows the newest message of a chat in the list as soon as it is known. */
export function showLast(queryClient: QueryClient, channelId: LocationId, message: ChatMessage | undefined): void {
  if (message?.state !== 'sent' || !message.content) return;
  const { content, senderName, timestamp } = message;
  changeChannel(queryClient, channelId, { lastMessage: { content, senderName, timestamp } });
}

export function useMute(channelId: LocationId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (muted: boolean) =>
      api.call('PUT /chat/channels/:id/mute', { params: { id: channelId }, body: { muted } }),
    onSuccess: (_, muted) => {
      changeChannel(queryClient, channelId, { muted });
      return queryClient.invalidateQueries({ queryKey: CHANNELS_KEY });
    },
  });
}

/** Takes a message out: the sender withdraws it (no reason), a moderator removes it. */
export function useTakeOut(messageId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ reason }: { reason: string | null }) =>
      reason === null
        ? api.call('POST /chat/messages/:id/withdraw', { params: { id: messageId } })
        : api.call('POST /chat/messages/:id/remove', { params: { id: messageId }, body: { reason } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: CHANNELS_KEY });
      void queryClient.invalidateQueries({ queryKey: ['chat', 'search'] });
    },
  });
}
