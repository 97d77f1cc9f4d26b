import type { ChatChannel } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readMessages } from '../api.ts';
import { type MessageWindow, withNewer, withOlder } from './window.ts';

const PAGE = 50;
/** With more unread than this, a chat opens where its reader left it and not at its end. */
const MANY_UNREAD = 30;

const windowKey = (channelId: LocationId) => ['chat', 'window', channelId];

export function heldWindow(queryClient: QueryClient, channelId: LocationId): MessageWindow | undefined {
  return queryClient.getQueryData<MessageWindow>(windowKey(channelId));
}

export function changeWindow(
  queryClient: QueryClient,
  channelId: LocationId,
  change: (held: MessageWindow) => MessageWindow,
): void {
  queryClient.setQueryData<MessageWindow>(windowKey(channelId), (held) => held && change(held));
}

/** Around a message, where the reader left off, or the newest. */
function firstPage(channel: ChatChannel, target: number | null, signal: AbortSignal): Promise<MessageWindow> {
  const { id, unreadCount, readThrough } = channel;
  const left = unreadCount > MANY_UNREAD && readThrough > 0 ? readThrough : null;
  const around = target ?? left;
  return readMessages(id, { pageSize: PAGE, ...(around !== null && { around }) }, signal);
}

/** The stretch of a chat that is on the screen, and what reads on from it in either direction. */
export function useMessageWindow(channel: ChatChannel, target: number | null) {
  const { id } = channel;
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: windowKey(id),
    queryFn: ({ signal }) => firstPage(channel, target, signal),
    // The page itself keeps it current, and it is read again whenever the chat is opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const older = useMutation({
    mutationFn: (before: number) => readMessages(id, { before, pageSize: PAGE }),
    onSuccess: (page) => changeWindow(queryClient, id, (held) => withOlder(held, page)),
  });
  const newer = useMutation({
    mutationFn: (after: number) => readMessages(id, { after, pageSize: PAGE }),
    onSuccess: (page) => changeWindow(queryClient, id, (held) => withNewer(held, page)),
  });
  const jump = useMutation({
    mutationFn: (to: number | 'newest') => readMessages(id, { pageSize: PAGE, ...(to !== 'newest' && { around: to }) }),
    onSuccess: (page) => changeWindow(queryClient, id, () => page),
  });
  return { query, older, newer, jump };
}
