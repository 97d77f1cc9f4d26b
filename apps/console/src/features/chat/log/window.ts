import type { ChatMessage, MessageList } from '@ec/contract/chat/schemas';

/** The stretch of a chat that is held and shown: beyond it, pages are read on scrolling. */
export interface MessageWindow {
  /** In the order of sending. */
  messages: readonly ChatMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** So many messages stay quick to lay out on a cheap phone; of more, the far end is let go. */
export const WINDOW_MOST = 300;

export const newestId = ({ messages }: Pick<MessageWindow, 'messages'>): number => messages.at(-1)?.id ?? 0;

/** Both in order, each message once; of the same message the later reading counts. */
function merged(messages: readonly ChatMessage[], read: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of read) byId.set(message.id, message);
  return [...byId.values()].toSorted((a, b) => a.id - b.id);
}

/** With a page of older ones before it. */
export function withOlder(held: MessageWindow, page: MessageList): MessageWindow {
  const messages = merged(held.messages, page.messages);
  const tooMany = messages.length > WINDOW_MOST;
  return {
    messages: tooMany ? messages.slice(0, WINDOW_MOST) : messages,
    hasOlder: page.hasOlder,
    hasNewer: held.hasNewer || tooMany,
  };
}

/** With the next page of newer messages appended. */
export function withNewer(held: MessageWindow, page: MessageList): MessageWindow {
  const messages = merged(held.messages, page.messages);
  const tooMany = messages.length > WINDOW_MOST;
  return {
    messages: tooMany ? messages.slice(-WINDOW_MOST) : messages,
    hasOlder: held.hasOlder || tooMany,
    hasNewer: page.hasNewer,
  };
}

/** With new messages appended. If the reader is further up, the window stays as it is and the new ones wait beyond its end. */
export function withNews(held: MessageWindow, page: MessageList, following: boolean): MessageWindow {
  const fits = merged(held.messages, page.messages).length <= WINDOW_MOST;
  return fits || following ? withNewer(held, page) : { ...held, hasNewer: true };
}

/** With one of its messages as it is now: withdrawn, removed. Others stay outside. */
export function withChanged(held: MessageWindow, read: readonly ChatMessage[]): MessageWindow {
  const first = held.messages[0]?.id ?? Number.POSITIVE_INFINITY;
  const inside = read.filter(({ id }) => id >= first && id <= newestId(held));
  return { ...held, messages: merged(held.messages, inside) };
}
