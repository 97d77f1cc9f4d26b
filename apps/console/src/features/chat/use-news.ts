import type { ChatMessage, MessageList } from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useConnection } from '../../lib/stream/connection.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { throttled } from '../../lib/stream/throttle.ts';
import { readMessages, showLast } from './api.ts';
import { changeWindow, heldWindow } from './log/use-window.ts';
import { type MessageWindow, newestId, withChanged, withNews } from './log/window.ts';

const PAGE = 100;
const MOST_PAGES = 4;
/** New messages are read at once, then at most once in this time. */
const NEWS_MS = 400;
/** The polling interval while the stream is down. */
const POLL_MS = 15_000;

/** Whether the reader is at the end of the chat: then new messages may push out the oldest ones. */
interface Following {
  current: boolean;
}

/** What has come after the newest that is held. */
async function readNews(queryClient: QueryClient, channelId: LocationId, following: Following): Promise<void> {
  const held = heldWindow(queryClient, channelId);
  if (!held || held.hasNewer) return;
  const page = await readMessages(channelId, { after: newestId(held), pageSize: PAGE });
  changeWindow(queryClient, channelId, (now) => withNews(now, page, following.current));
  if (!page.hasNewer) showLast(queryClient, channelId, page.messages.at(-1));
}

/** Reads all held messages again: withdrawals while the stream was down were not delivered. */
async function readAgain(queryClient: QueryClient, channelId: LocationId): Promise<void> {
  const held = heldWindow(queryClient, channelId);
  const newest = held ? newestId(held) : 0;
  const found: ChatMessage[] = [];
  let page: MessageList;
  let after = (held?.messages[0]?.id ?? 1) - 1;
  let pages = 0;
  do {
    page = await readMessages(channelId, { after, pageSize: PAGE });
    found.push(...page.messages);
    after = page.messages.at(-1)?.id ?? newest;
    pages += 1;
  } while (page.hasNewer && after < newest && pages < MOST_PAGES);
  changeWindow(queryClient, channelId, (now) => withChanged(now, found));
}

interface NewsOptions {
  channelId: LocationId;
  following: Following;
  /** Whether the first messages are there. */
  loaded: boolean;
}

/** Keeps the open chat current by the stream, and by asking while there is none. Returns what reads the news at once. */
export function useNews({ channelId, following, loaded }: NewsOptions): () => void {
  const queryClient = useQueryClient();
  const news = useMemo(
    () => throttled(() => readNews(queryClient, channelId, following).catch(() => undefined), NEWS_MS),
    [queryClient, channelId, following],
  );
  useEffect(() => () => news.cancel(), [news]);

  useStreamMessage('chat', (message) => {
    const held: MessageWindow | undefined =
      message.channelId === channelId ? heldWindow(queryClient, channelId) : undefined;
    if (!held) return;
    if (message.messageId <= newestId(held)) {
      // An older one was taken out, or was stored a moment later than the one after it.
      readMessages(channelId, { after: message.messageId - 1, pageSize: 1 }).then(
        (page) => changeWindow(queryClient, channelId, (now) => withChanged(now, page.messages)),
        () => undefined,
      );
      return;
    }
    news.ask();
  });

  const stream = useConnection((state) => state.stream);
  const wasDown = useRef(false);
  const onOpen = useEffectEvent(() => {
    readAgain(queryClient, channelId).then(news.ask, news.ask);
  });
  useEffect(() => {
    if (stream === 'closed') wasDown.current = true;
    if (stream === 'open') {
      if (wasDown.current) onOpen();
      // What was sent after the first messages were read and before the stream was open.
      else if (loaded) news.ask();
      wasDown.current = false;
      return;
    }
    const timer = setInterval(news.ask, POLL_MS);
    return () => clearInterval(timer);
  }, [stream, news, loaded]);
  return news.ask;
}
