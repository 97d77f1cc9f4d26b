import {
  type ChannelList,
  type ChannelUnread,
  type ChatMessage,
  type ChatSearchQuery,
  type ChatSearchResults,
  type MessageList,
  type MessagesQuery,
} from '@ec/contract/chat/schemas';
import type { LocationId } from '@ec/contract/geography/location-id';
import type * as z from 'zod/mini';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { toMessages } from './answers.ts';
import { type ChannelState, channelStates } from './channel-queries.ts';
import { channelsOf, requireChannel } from './channels.ts';
import { memberCounts } from './member-service.ts';
import { type MessageRow, messagesAfter, messagesBefore, searchMessages } from './queries.ts';
import { markRead, setMuted } from './repository.ts';
import { channelType, inListOrder, mayWrite, previewOf } from './rules.ts';

const SEARCH_PAGE = 30;

/** Unread messages of all channels that are not muted. */
const unreadOf = (states: readonly ChannelState[]): number =>
  states.reduce((sum, { muted, unread }) => (muted ? sum : sum + unread), 0);

const lastOf = ({ lastId, content, fileId, senderName, sentAt }: ChannelState) =>
  lastId === null || sentAt === null
    ? null
    : {
        content: previewOf({ content: content ?? '', fileId }),
        senderName: senderName ?? '',
        timestamp: sentAt.toISOString(),
      };

/** The user's channels with their news. */
export async function channelList(context: ReadContext, actor: Actor): Promise<ChannelList> {
  const places = await channelsOf(context.db, actor);
  const ids = places.map(({ id }) => id);
  const [states, members] = await Promise.all([
    channelStates(context.db, actor.userId, ids),
    memberCounts(context, ids),
  ]);
  const nameOf = new Map(places.map(({ id, name }) => [id, name]));
  const channels = states.toSorted(inListOrder).map((state) => ({
    id: state.id,
    name: nameOf.get(state.id) ?? '',
    type: channelType(state.id),
    memberCount: members.get(state.id) ?? 0,
    unreadCount: state.unread,
    mentions: state.mentions,
    lastMessage: lastOf(state),
    muted: state.muted,
    readThrough: state.readThrough,
    can: { send: mayWrite(actor, state.id) },
  }));
  return { channels, total: channels.length, unread: unreadOf(states) };
}

interface Page {
  rows: MessageRow[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** One page of a channel in the order of sending. One extra message is read, which shows whether there are more. */
async function readPage({ db }: ReadContext, channel: LocationId, query: MessagesQuery): Promise<Page> {
  const { before, after, around, pageSize } = query;
  const older = async (number: number | undefined, size: number) => {
    const rows = await messagesBefore(db, channel, number, size + 1);
    return { rows: rows.slice(-size), more: rows.length > size };
  };
  const newer = async (number: number, size: number) => {
    const rows = await messagesAfter(db, channel, number, size + 1);
    return { rows: rows.slice(0, size), more: rows.length > size };
  };
  if (around !== undefined) {
    const half = Math.ceil(pageSize / 2);
    const [left, right] = await Promise.all([older(around, half), newer(around - 1, half)]);
    return { rows: [...left.rows, ...right.rows], hasOlder: left.more, hasNewer: right.more };
  }
  if (after !== undefined) {
    const [page, left] = await Promise.all([newer(after, pageSize), messagesBefore(db, channel, after + 1, 1)]);
    return { rows: page.rows, hasOlder: left.length > 0, hasNewer: page.more };
  }
  const [page, right] = await Promise.all([
    older(before, pageSize),
    before === undefined ? [] : messagesAfter(db, channel, before - 1, 1),
  ]);
  return { rows: page.rows, hasOlder: page.more, hasNewer: right.length > 0 };
}

export async function messagePage(
  context: ReadContext,
  actor: Actor,
  channel: LocationId,
  query: MessagesQuery,
): Promise<MessageList> {
  await requireChannel(context.db, actor, channel);
  const { rows, ...more } = await readPage(context, channel, query);
  return { messages: await toMessages(context, actor, rows), ...more };
}

/** Messages that contain the words, in one channel or all of the user's channels. */
export async function searchChats(
  context: ReadContext,
  actor: Actor,
  { q, channelId, before }: z.output<typeof ChatSearchQuery>,
): Promise<ChatSearchResults> {
  const { db } = context;
  const channels =
    channelId === undefined ? await channelsOf(db, actor) : [await requireChannel(db, actor, channelId as LocationId)];
  const rows = await searchMessages(
    db,
    channels.map(({ id }) => id),
    { q, before, limit: SEARCH_PAGE + 1 },
  );
  const messages: ChatMessage[] = await toMessages(context, actor, rows.slice(0, SEARCH_PAGE));
  return { messages, hasOlder: rows.length > SEARCH_PAGE };
}

/** Moves the user's read mark; returns the unread counts of the channel and in total. */
export async function readChannel(
  context: ReadContext & { tx: Tx },
  actor: Actor,
  channel: LocationId,
  upTo: number,
): Promise<ChannelUnread> {
  const { tx } = context;
  const channels = await channelsOf(tx, actor);
  const ids = channels.map(({ id }) => id);
  if (!ids.includes(channel)) throw new AppError('NOT_FOUND');
  await markRead(tx, actor.userId, channel, upTo);
  const states = await channelStates(tx, actor.userId, ids);
  const unreadCount = states.find(({ id }) => id === channel)?.unread ?? 0;
  return { channelId: channel, unreadCount, unread: unreadOf(states) };
}

/** A muted channel does not add to the total unread count; mentions still notify. */
export async function muteChannel(
  write: WriteContext,
  actor: Actor,
  channel: LocationId,
  muted: boolean,
): Promise<void> {
  await requireChannel(write.tx, actor, channel);
  if (!(await setMuted(write.tx, actor.userId, channel, muted))) return write.noChange();
  await write.audit({ event: 'chat.muted', resourceId: String(channel), areaId: channel, next: { muted } });
}
