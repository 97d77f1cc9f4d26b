import { Me } from '@ec/contract/auth/schemas';
import {
  ChannelList,
  ChannelUnread,
  type ChatChannel,
  ChatMembers,
  ChatMessage,
  ChatSearchResults,
  MessageList,
  MuteChannelRequest,
} from '@ec/contract/chat/schemas';
import { type LocationId, locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { NotificationList, StreamTicket } from '@ec/contract/notifications/schemas';
import type { Role } from '@ec/contract/permissions/roles';
import { screen, within } from '@testing-library/react';
import type * as z from 'zod/mini';
import { meOf } from './people.ts';
import { type Call, ok, serve } from './server.ts';

type MessageInput = z.input<typeof ChatMessage>;
type ChannelInput = z.input<typeof ChatChannel>;

export const ME = '0190a0b0-0000-7000-8000-000000000001';
export const BOLA = { id: '0190a0b0-0000-7000-8000-00000000b001', name: 'Bola Ade', role: 'ward_admin' };
export const CHIDI = { id: '0190a0b0-0000-7000-8000-00000000b002', name: 'Chidi Okoro', role: 'state_admin' };
export const LAGOS: LocationId = locationIdOf('24') ?? NATION;
export const IKEJA: LocationId = locationIdOf('24-11') ?? NATION;

/** Number `id` of Ikeja's chat: Bola Ade said it, a minute after the one before; or as changed. */
export function messageOf(id: number, change: Partial<MessageInput> = {}): ChatMessage {
  return ChatMessage.parse({
    id,
    channelId: IKEJA,
    senderId: BOLA.id,
    senderName: BOLA.name,
    senderRole: 'Ward Admin',
    role: BOLA.role,
    senderPictureUrl: null,
    content: `Message ${id}`,
    fileId: null,
    link: null,
    mentions: [],
    timestamp: new Date(Date.parse('2023-02-25T08:00:00.000Z') + id * 60_000).toISOString(),
    isRead: true,
    state: 'sent',
    removedBy: null,
    reason: null,
    key: null,
    can: { withdraw: false, remove: false },
    ...change,
  });
}

export const messagesTo = (last: number): ChatMessage[] => Array.from({ length: last }, (_, at) => messageOf(at + 1));

export function channelOf(change: Partial<ChannelInput> = {}): ChatChannel {
  return ChannelList.shape.channels.parse([
    {
      id: IKEJA,
      name: 'Ikeja LGA',
      type: 'lga',
      memberCount: 240,
      unreadCount: 0,
      mentions: 0,
      lastMessage: null,
      muted: false,
      readThrough: 0,
      can: { send: true },
      ...change,
    },
  ])[0] as ChatChannel;
}

/** A page of the messages, cut as the server cuts it. */
export function pageOf(all: readonly ChatMessage[], query: URLSearchParams): z.input<typeof MessageList> {
  const size = Number(query.get('pageSize') ?? 50);
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
  const [before, after, around] = [number('before'), number('after'), number('around')];
  const upTo = all.filter(({ id }) => before === null || id < before);
  let messages = upTo.slice(-size);
  if (after !== null) messages = all.filter(({ id }) => id > after).slice(0, size);
  if (around !== null) {
    const half = Math.floor(size / 2);
    messages = [
      ...all.filter(({ id }) => id < around).slice(-half),
      ...all.filter(({ id }) => id >= around).slice(0, half),
    ];
  }
  const first = messages[0]?.id ?? 0;
  const last = messages.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return { messages, hasOlder: all.some(({ id }) => id < first), hasNewer: all.some(({ id }) => id > last) };
}

interface Chats {
  role?: Role;
  channels?: ChatChannel[];
  messages?: ChatMessage[];
  /** What messages that are sent are answered with before the first is taken. */
  refusals?: (() => Response)[];
}

/** A server with Ikeja's chat, whose messages the test may add to; what is sent to it is stored, once a key. */
export function serveChats({ role = 'lga_admin', ...given }: Chats, more: Parameters<typeof serve>[0] = {}) {
  const store = { channels: given.channels ?? [channelOf()], messages: given.messages ?? [] };
  const chat = `/chat/channels/${IKEJA}`;
  const send = (call: Call) => {
    const refused = given.refusals?.shift();
    if (refused) return refused();
    const key = call.headers.get('idempotency-key');
    const known = store.messages.find((message) => message.key === key);
    if (known) return ok(ChatMessage, known);
    const { content, fileId, mentions } = call.body as { content: string; fileId: null; mentions: string[] };
    const members = [BOLA, CHIDI].filter(({ id }) => mentions.includes(id));
    const own = { senderId: ME, senderName: 'Ada Obi', senderRole: 'LGA Admin', role: 'lga_admin' };
    const id = (store.messages.at(-1)?.id ?? 0) + 1;
    const timestamp = new Date().toISOString();
    const can = { withdraw: true, remove: false };
    const stored = messageOf(id, { ...own, content, fileId, mentions: members, key, timestamp, can });
    store.messages = [...store.messages, stored];
    return ok(ChatMessage, stored, 201);
  };
  const calls = serve({
    'GET /auth/me': () => ok(Me, meOf(role)),
    'GET /notifications': () => ok(NotificationList, { notifications: [], total: 0, unread: 0 }),
    'POST /notifications/stream-ticket': () => ok(StreamTicket, { ticket: 't', expiresInSeconds: 30 }),
    'GET /chat/channels': () => {
      const unread = store.channels.reduce((sum, { muted, unreadCount }) => sum + (muted ? 0 : unreadCount), 0);
      return ok(ChannelList, { channels: store.channels, total: store.channels.length, unread });
    },
    [`GET ${chat}/messages`]: ({ query }) => ok(MessageList, pageOf(store.messages, query)),
    [`POST ${chat}/messages`]: send,
    [`POST ${chat}/read`]: () => {
      store.channels = store.channels.map((each) => ({
        ...each,
        unreadCount: each.id === IKEJA ? 0 : each.unreadCount,
      }));
      return ok(ChannelUnread, { channelId: IKEJA, unreadCount: 0, unread: 0 });
    },
    [`PUT ${chat}/mute`]: ({ body }) => {
      const { muted } = MuteChannelRequest.parse(body);
      store.channels = store.channels.map((each) => (each.id === IKEJA ? { ...each, muted } : each));
      return ok(MuteChannelRequest, { muted });
    },
    [`GET ${chat}/members`]: ({ query }) => {
      const q = (query.get('q') ?? '').toLowerCase();
      const members = [BOLA, CHIDI].filter(({ name }) => name.toLowerCase().includes(q));
      return ok(ChatMembers, {
        members: members.map((member) => ({ ...member, area: null, chain: [], phone: null })),
        total: members.length,
      });
    },
    'GET /chat/search': ({ query }) => {
      const q = (query.get('q') ?? '').toLowerCase();
      const found = store.messages.filter(({ content }) => content?.toLowerCase().includes(q));
      return ok(ChatSearchResults, { messages: found.toReversed(), hasOlder: false });
    },
    ...more,
  });
  const of = (method: string, path: string) =>
    calls.filter((call) => call.method === method && call.path === `${chat}${path}`);
  return {
    store,
    calls,
    sent: () => of('POST', '/messages'),
    reads: () => of('POST', '/read'),
    pages: () => of('GET', '/messages'),
  };
}

export const IKEJA_PAGE = `/communications?channel=${IKEJA}`;
export const findLog = () => screen.findByRole('log', { name: 'Messages in Ikeja LGA' });

/** What stands in Ikeja's chat, row by row. */
export async function rowTexts(): Promise<string[]> {
  const items = within(await findLog()).getAllByRole('listitem');
  return items.map(({ textContent }) => textContent ?? '');
}

export const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
