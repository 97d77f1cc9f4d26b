import type { ChatMessage, MessageLink } from '@ec/contract/chat/schemas';
import type { PersonLink } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { ApiError } from '../../../lib/http/api-error.ts';
import { outgoingUnder } from '../../../domain/chat/chat-outgoing.ts';
import { askToPersist, forget, keep, kept, keptUnder } from '../../../lib/device/device-store.ts';
import { judge, makeKey, waitAfter } from '../../../lib/device/outbox.ts';

/** What somebody sends: their words and what goes with them. */
export interface Letter {
  userId: string;
  channelId: LocationId;
  content: string;
  mentions: readonly PersonLink[];
  link: MessageLink | null;
  /** How what is linked is called until the message stands in the chat. */
  linkLabel: string | null;
  photo: { blob: Blob; name: string } | null;
}

/** A message on its way. It is kept on this device until the server has it. */
export interface Outgoing extends Letter {
  /** Made once and sent with every attempt: the server stores it once. */
  key: string;
  /** Milliseconds; later ones have greater ones. */
  madeAt: number;
  /** The picture's id once it has been received. */
  fileId: string | null;
  /** `sent` is acknowledged, and stays until the chat shows it. */
  state: 'waiting' | 'failed' | 'sent';
  /** Why it was refused, or what the server said of the last attempt; null where it was not reached. */
  problem: string | null;
  attempts: number;
}

/** What goes on at this moment; not kept. */
export interface Progress {
  sending: boolean;
  /** Share of the picture that has been sent; null while none is on its way. */
  picture: number | null;
}

export type Shown = Outgoing & Progress;

export interface ChatTransport {
  /** Who is signed in on this device now: nothing is ever sent in another person's name. */
  person: () => string | null;
  upload: (photo: { blob: Blob; name: string }, onProgress: (share: number) => void) => Promise<string>;
  post: (message: Outgoing) => Promise<ChatMessage>;
}

const AT_REST: Progress = { sending: false, picture: null };
/** Pictures are kept by the server for a while only until they stand in a message. */
const LOST_PICTURE = new Set<string>(['ATTACHMENT_NOT_FOUND', 'SHEET_NOT_FOUND']);
const slotOf = ({ userId, key }: Pick<Outgoing, 'userId' | 'key'>) => `${outgoingUnder(userId)}${key}`;

function waitFor(error: unknown, attempts: number): number {
  const seconds = error instanceof ApiError ? error.details['seconds'] : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : waitAfter(attempts);
}

/** Messages of all chats. In one chat they leave in the order in which they were written, one after the other. */
export function createChatOutbox(transport: ChatTransport) {
  const held = new Map<string, Outgoing>();
  const progress = new Map<string, Progress>();
  const timers = new Map<LocationId, ReturnType<typeof setTimeout>>();
  const busy = new Set<LocationId>();
  const listeners = new Set<() => void>();
  let shown: readonly Shown[] = [];
  let lastMade = 0;

  const tell = () => {
    shown = [...held.values()]
      .toSorted((a, b) => a.madeAt - b.madeAt)
      .map((message) => ({ ...message, ...(progress.get(message.key) ?? AT_REST) }));
    for (const listener of listeners) listener();
  };
  const note = (key: string, change: Progress) => {
    progress.set(key, change);
    tell();
  };
  const store = async (message: Outgoing) => {
    held.set(message.key, message);
    tell();
    await keep(slotOf(message), message);
  };
  const drop = (key: string) => {
    held.delete(key);
    progress.delete(key);
    tell();
  };

  /** True when the next one may follow. */
  async function deliver(message: Outgoing): Promise<boolean> {
    // Another tab may have sent it in the meantime, or thrown it away.
    if (!(await kept<Outgoing>(slotOf(message)))) {
      drop(message.key);
      return true;
    }
    note(message.key, { sending: true, picture: null });
    let sent = message;
    /** Thrown away while it was on its way: nothing of it is kept, and nothing more is tried. */
    const discarded = () => !held.has(message.key);
    try {
      if (sent.photo && !sent.fileId) {
        const onProgress = (picture: number) => note(message.key, { sending: true, picture });
        sent = { ...sent, fileId: await transport.upload(sent.photo, onProgress) };
        if (discarded()) return true;
        // Kept before the words leave: whatever is repeated under the same key must be the same.
        await store(sent);
      }
      await transport.post(sent);
      if (discarded()) return true;
      held.set(sent.key, { ...sent, state: 'sent', photo: null, problem: null });
      await forget(slotOf(sent));
      return true;
    } catch (error) {
      if (discarded()) return true;
      const verdict = judge(error);
      const lost = error instanceof ApiError && LOST_PICTURE.has(error.code) && sent.photo !== null;
      const refused = verdict === 'refused' && !lost;
      const next: Outgoing = {
        ...sent,
        ...(lost && { fileId: null }),
        attempts: sent.attempts + 1,
        problem: error instanceof ApiError && error.status > 0 ? error.message : null,
        state: refused ? 'failed' : 'waiting',
      };
      await store(next);
      // After the session has ended, sending goes on with the next sign-in.
      if (!refused && verdict !== 'sign-in') later(next.channelId, waitFor(error, next.attempts));
      return refused;
    } finally {
      if (!discarded()) note(message.key, AT_REST);
    }
  }

  function later(channelId: LocationId, wait: number): void {
    clearTimeout(timers.get(channelId));
    timers.set(
      channelId,
      setTimeout(() => void send(channelId), wait),
    );
  }

  const next = (channelId: LocationId): Outgoing | undefined =>
    [...held.values()]
      .filter((each) => each.channelId === channelId && each.state === 'waiting' && each.userId === transport.person())
      .toSorted((a, b) => a.madeAt - b.madeAt)[0];

  async function send(channelId: LocationId): Promise<void> {
    clearTimeout(timers.get(channelId));
    if (busy.has(channelId)) return;
    busy.add(channelId);
    try {
      await withLock(channelId, async () => {
        for (let message = next(channelId); message; message = next(channelId)) {
          if (!(await deliver(message))) return;
        }
      });
    } finally {
      busy.delete(channelId);
    }
  }

  const sendAll = async () => {
    await Promise.all([...new Set([...held.values()].map((each) => each.channelId))].map(send));
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** All that is held, in the order of writing; the same list until something changes. */
    list: () => shown,
    /** Reads what is kept for the person, whichever tab wrote it, and sends what waits. */
    start: async (person: string): Promise<void> => {
      for (const message of await keptUnder<Outgoing>(outgoingUnder(person))) {
        if (!held.has(message.key)) held.set(message.key, message);
      }
      tell();
      await sendAll();
    },
    /** Keeps a message, then sends it; done when it is kept. */
    post: async (letter: Letter): Promise<void> => {
      askToPersist();
      lastMade = Math.max(Date.now(), lastMade + 1);
      const fresh = { key: makeKey(), madeAt: lastMade, fileId: null, problem: null, attempts: 0 };
      await store({ ...letter, ...fresh, state: 'waiting' });
      void send(letter.channelId);
    },
    /** Once more, at once. What was refused goes under the same key: it was not stored under it. */
    retry: async (key: string): Promise<void> => {
      const message = held.get(key);
      if (!message || message.state === 'sent') return;
      await store({ ...message, state: 'waiting', problem: null });
      void send(message.channelId);
    },
    /** Once more without what it points to: another message, which leaves in the place of the first. */
    retryWithoutLink: async (key: string): Promise<void> => {
      const message = held.get(key);
      if (!message || message.state === 'sent') return;
      held.delete(key);
      await store({ ...message, key: makeKey(), link: null, linkLabel: null, state: 'waiting', problem: null });
      await forget(slotOf(message));
      void send(message.channelId);
    },
    /** Throws a message away that has not been sent. */
    discard: async (key: string): Promise<void> => {
      const message = held.get(key);
      drop(key);
      if (message) await forget(slotOf(message));
    },
    /** Lets go of those that the chat shows by now. */
    settle: (keys: readonly string[]): void => {
      const done = keys.filter((key) => held.get(key)?.state === 'sent');
      for (const key of done) held.delete(key);
      if (done.length > 0) tell();
    },
  };
}

function withLock(channelId: LocationId, work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(`ec.chat.${channelId}`, work) : work();
}
