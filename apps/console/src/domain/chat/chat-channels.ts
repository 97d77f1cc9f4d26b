import type { ChannelList } from '@ec/contract/chat/schemas';
import { MOST_UNREAD } from '@ec/contract/chat/limits';
import type { StreamMessage } from '@ec/contract/events/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { api } from '../../lib/http/api.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { throttled } from '../../lib/stream/throttle.ts';

export const CHANNELS_KEY = ['chat', 'channels'] as const;

export const channelsQuery = queryOptions({
  queryKey: CHANNELS_KEY,
  queryFn: ({ signal }) => api.call('GET /chat/channels', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

/** The reader's chats; not requested for users who have none. */
export function useChannels() {
  return useQuery({ ...channelsQuery, enabled: useMayOpen('/communications') });
}

/** Counts end at a most: 99+. */
export function unreadText(count: number): string {
  return count >= MOST_UNREAD ? `${formatNumber(MOST_UNREAD - 1)}+` : formatNumber(count);
}

/** The open chat at its newest messages: new messages there are not unread. */
export const useWatchedChannel = create<{ id: LocationId | null }>(() => ({ id: null }));

/** The list with one more unread message in a chat. */
export function withUnread(list: ChannelList, channelId: LocationId): ChannelList {
  const channel = list.channels.find(({ id }) => id === channelId);
  if (!channel) return list;
  const unreadCount = Math.min(MOST_UNREAD, channel.unreadCount + 1);
  const more = channel.muted ? 0 : unreadCount - channel.unreadCount;
  const channels = list.channels.map((each) => (each === channel ? { ...each, unreadCount } : each));
  return { ...list, channels, unread: list.unread + more };
}

const EVERY_MS = 2000;
/** A message in the national chat reaches thousands of consoles at once: their requests are spread over time. */
const SCATTER_MS = 3000;

/** Keeps the chats and their unread counts current: counted at once from the stream, read again soon after. */
export function useChannelNews(): void {
  const queryClient = useQueryClient();
  const { user } = useCurrentMe();
  const counted = useRef(new Map<LocationId, number>());
  const refresh = useMemo(() => {
    const scattered = () => new Promise((resolve) => setTimeout(resolve, Math.random() * SCATTER_MS));
    return throttled(() => scattered().then(() => queryClient.invalidateQueries({ queryKey: CHANNELS_KEY })), EVERY_MS);
  }, [queryClient]);
  useEffect(() => () => refresh.cancel(), [refresh]);
  useStreamMessage('chat', (message: Extract<StreamMessage, { type: 'chat' }>) => {
    const { channelId, messageId, senderId } = message;
    const list = queryClient.getQueryData(channelsQuery.queryKey);
    const channel = list?.channels.find(({ id }) => id === channelId);
    // A message about an older one means that it was removed.
    const known = Math.max(counted.current.get(channelId) ?? 0, channel?.readThrough ?? 0);
    counted.current.set(channelId, Math.max(known, messageId));
    const watched = useWatchedChannel.getState().id === channelId;
    if (list && messageId > known && senderId !== user.id && !watched) {
      queryClient.setQueryData(channelsQuery.queryKey, withUnread(list, channelId));
    }
    refresh.ask();
  });
}
