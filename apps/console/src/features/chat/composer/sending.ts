import type { LocationId } from '@ec/contract/geography/location-id';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/http/api-error.ts';
import { api } from '../../../lib/http/api.ts';
import { noteMessagesWaiting, outgoingUnder } from '../../../domain/chat/chat-outgoing.ts';
import { keptUnder } from '../../../lib/device/device-store.ts';
import { onNetworkBack } from '../../../lib/stream/connection.ts';
import { readUserId } from '../../../lib/session/session-store.ts';
import { createChatOutbox, type Outgoing, type Shown } from './outbox.ts';

/** All unsent chat messages of this device. One per tab, so that sending continues on other pages. */
export const outbox = createChatOutbox({
  person: readUserId,
  upload: async ({ blob, name }, onProgress) => {
    const form = new FormData();
    form.append('file', blob, name);
    return (await api.upload('POST /chat/files', form, onProgress)).id;
  },
  post: async ({ channelId, content, mentions, link, fileId, key }) => {
    const message = await api.call('POST /chat/channels/:id/messages', {
      params: { id: channelId },
      body: { content, link, fileId, mentions: mentions.map(({ id }) => id) },
      headers: { 'idempotency-key': key },
      timeoutMs: 20_000,
    });
    // A hotspot's sign-in page answers 200 too; only the stored message ends the sending.
    if (typeof message?.id !== 'number') throw ApiError.client('UNREADABLE');
    return message;
  },
});

/** Leaves a mark while something waits, whichever tab holds it: the next page that is opened then sends it. */
async function markWaiting(): Promise<void> {
  const person = readUserId();
  if (!person) return;
  const holds = () => outbox.list().some(({ userId, state }) => userId === person && state === 'waiting');
  const waits = holds() || (await keptUnder<Outgoing>(outgoingUnder(person))).some(({ state }) => state === 'waiting');
  noteMessagesWaiting(person, waits || holds());
}
outbox.subscribe(() => void markWaiting());

let following = false;

/** Sends what waits on this device: now, and on whichever page the person is when there is a sign that the network is back. */
export function startSending(userId: string): void {
  void outbox.start(userId);
  if (following) return;
  following = true;
  onNetworkBack(() => {
    const person = readUserId();
    if (person) void outbox.start(person);
  });
}

/** The user's unsent messages to all chats. */
export function useOutgoing(userId: string): readonly Shown[] {
  useEffect(() => startSending(userId), [userId]);
  const all = useSyncExternalStore(outbox.subscribe, outbox.list);
  return useMemo(() => all.filter((message) => message.userId === userId), [all, userId]);
}

/** The user's unsent messages to one chat. */
export function useOutgoingTo(userId: string, channelId: LocationId): readonly Shown[] {
  const all = useOutgoing(userId);
  return useMemo(() => all.filter((message) => message.channelId === channelId), [all, channelId]);
}
