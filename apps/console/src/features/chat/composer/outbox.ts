import type { ChatMessage, MessageLink } from '@ec/contract/chat/schemas';
import type { PersonLink } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { outgoingUnder } from '../../../domain/chat/chat-outgoing.ts';
import { createOutbox, type Transport } from '../../../lib/device/outbox.ts';
import { type Attempt, makeKey, type OutboxItem, type Problem } from '../../../lib/device/outbox-item.ts';

/** A message as written, with what goes with it. */
export interface NewMessage extends Pick<OutboxItem, 'userId' | 'photo'> {
  channelId: LocationId;
  content: string;
  mentions: readonly PersonLink[];
  link: MessageLink | null;
  /** How what is linked is called until the message stands in the chat. */
  linkLabel: string | null;
}

/** A message on its way. Once received it stays in memory until the chat shows it. */
export interface Outgoing extends NewMessage, OutboxItem {
  /** Milliseconds; later messages have greater ones. */
  madeAt: number;
}

export type Shown = Outgoing & Attempt;
export type ChatTransport = Transport<Outgoing, ChatMessage>;

/** As earlier versions of the console kept it. */
interface Earlier {
  state: Outgoing['state'] | 'failed';
  problem: Problem | string | null;
}

function upgrade(kept: Omit<Outgoing, keyof Earlier> & Earlier): Outgoing {
  const { state, problem } = kept;
  return {
    ...kept,
    state: state === 'failed' ? 'refused' : state,
    problem: typeof problem === 'string' ? { code: 'INTERNAL', message: problem, fields: [] } : problem,
  };
}

/** Messages of all chats. In one chat they are sent in the order in which they were written, one after the other. */
export function createChatOutbox(transport: ChatTransport) {
  const storeKey = ({ userId, key }: Pick<Outgoing, 'userId' | 'key'>) => `${outgoingUnder(userId)}${key}`;
  const { put, sendNow, remove, ...box } = createOutbox<Outgoing, ChatMessage>({
    ...transport,
    storeKey,
    prefix: outgoingUnder,
    lane: ({ channelId }) => `ec.chat.${channelId}`,
    upgrade,
  });
  let lastMade = 0;
  const held = (key: string) => box.list().find((message) => message.key === key);
  const discard = async (key: string): Promise<void> => {
    const message = held(key);
    if (message) await remove(storeKey(message));
  };
  const post = (message: NewMessage, madeAt: number, fileId: string | null): Promise<void> =>
    put({ ...message, key: makeKey(), madeAt, fileId, state: 'waiting', problem: null, attempts: 0 });
  return {
    ...box,
    /** Keeps a message, then sends it; resolves when it is kept. */
    post: (message: NewMessage): Promise<void> => {
      lastMade = Math.max(Date.now(), lastMade + 1);
      return post(message, lastMade, null);
    },
    /** Sends once more, at once. */
    retry: async (key: string): Promise<void> => {
      const message = held(key);
      if (message) await sendNow(storeKey(message));
    },
    /** Sends it without its link, as another message in the place of the first. */
    retryWithoutLink: async (key: string): Promise<void> => {
      const message = held(key);
      if (!message || message.state === 'received') return;
      const { userId, channelId, content, mentions, photo, madeAt, fileId } = message;
      await post({ userId, channelId, content, mentions, photo, link: null, linkLabel: null }, madeAt, fileId);
      await discard(key);
    },
    /** Discards an unsent message. */
    discard,
    /** Forgets the messages that the chat shows by now. */
    settle: (keys: readonly string[]): void => {
      for (const key of keys) if (held(key)?.state === 'received') void discard(key);
    },
  };
}
