import * as z from 'zod/mini';
import {
  FileId,
  ListQuery,
  LocationIdSchema,
  PersonLink,
  ResultId,
  Timestamp,
  unseenIsNone,
  UserId,
} from '../base/common.ts';
import { Source } from '../elections/schemas.ts';
import { ancestorOf, isInside, type LocationId, locationType, type LocationType } from '../geography/location-id.ts';
import { LocationLink } from '../geography/schemas.ts';
import type { ModuleLevels } from '../permissions/levels.ts';
import { ResultStatus } from '../results/schemas.ts';
import { ADMIN_ROLES, type Role } from '../permissions/roles.ts';

/** A message's most characters. */
export const MESSAGE_LENGTH = 2000;
/** One's own message can be withdrawn for so long. */
export const WITHDRAW_MINUTES = 10;
/** Messages that one person may send in a minute. */
export const MESSAGES_A_MINUTE = 30;
/** People that one message can mention. */
export const MOST_MENTIONS = 20;

/** The kinds of places that have a channel, and the name of the channel's type. */
export const CHANNEL_TYPES = { national: 'national', region: 'regional', state: 'state', lga: 'lga' } as const;
export const ChannelType = z.enum(['national', 'regional', 'state', 'lga']);
export type ChannelType = z.infer<typeof ChannelType>;
/** A channel is its place's: it has the place's id. */
export const ChannelId = LocationIdSchema;

/** What decides on somebody's channels: their role, the areas they act in, and their level in the module group_chat. */
export interface ChatMember {
  role: Role;
  areas: readonly LocationId[];
  levels: Pick<ModuleLevels, 'group_chat'>;
}

const isAdmin = (role: Role) => (ADMIN_ROLES as readonly Role[]).includes(role);

/**
 * True for a member of the place's channel. Administrators belong to the channels of their own area, of every area above it,
 * and of those one level below; everybody else to the one of their LGA, or of their own area where that is wider. Nothing
 * of it is stored: whoever is assigned elsewhere is a member there, and no longer here.
 */
export function isMember({ role, areas, levels }: ChatMember, channel: LocationId): boolean {
  if (levels.group_chat === 'none') return false;
  const type = locationType(channel);
  if (type === 'ward' || type === 'polling_unit') return false;
  return areas.some((area) => {
    if (!isAdmin(role)) return (ancestorOf(area, 'lga') ?? area) === channel;
    if (isInside(area, channel)) return true;
    return isInside(channel, area) && BELOW[locationType(area)] === type;
  });
}
const BELOW: Partial<Record<LocationType, LocationType>> = { national: 'region', region: 'state', state: 'lga' };

/** Moderators of a chat remove others' messages, with a reason: the administrators in whose area its place lies. */
export function moderates({ role, areas }: Pick<ChatMember, 'role' | 'areas'>, channel: LocationId): boolean {
  return isAdmin(role) && areas.some((area) => isInside(channel, area));
}

/** What a message points to; the card is made for each reader, and says no more than `hidden` where they may not see it. */
export const MessageLink = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: ResultId }),
  z.strictObject({ type: z.literal('polling_unit'), id: LocationIdSchema }),
]);
export type MessageLink = z.infer<typeof MessageLink>;
export const LinkCard = z.object({
  type: z.enum(['result', 'polling_unit']),
  id: z.string(),
  title: z.string(),
  place: z.string(),
  status: z.nullable(ResultStatus),
  source: z.nullable(Source),
  totalVotes: z.nullable(z.number()),
  leading: z.nullable(z.string()),
  path: z.string(),
});
export type LinkCard = z.infer<typeof LinkCard>;

/**
 * Sent with the header Idempotency-Key: the same key and body answers the first message again. A picture is sent before
 * (POST /chat/files).
 */
export const SendMessageRequest = z
  .strictObject({
    content: z
      .string()
      .check(
        z.trim(),
        unseenIsNone(),
        z.maxLength(MESSAGE_LENGTH, `A message holds at most ${MESSAGE_LENGTH.toLocaleString('en')} characters`),
      ),
    fileId: z._default(z.nullable(FileId), null),
    link: z._default(z.nullable(MessageLink), null),
    /** Who are named in the text and told of it; whoever is no member of the channel is left out, and whoever names themselves. */
    mentions: z._default(
      z.array(UserId).check(z.maxLength(MOST_MENTIONS, `Mention at most ${MOST_MENTIONS} people`)),
      [],
    ),
  })
  .check(
    z.refine(({ content, fileId, link }) => content !== '' || fileId !== null || link !== null, {
      error: 'Write something first',
      path: ['content'],
    }),
  );
export type SendMessageRequest = z.infer<typeof SendMessageRequest>;

export const ChatMessage = z.object({
  id: z.number(),
  channelId: ChannelId,
  senderId: UserId,
  senderName: z.string(),
  /** The role's title at the time of sending. */
  senderRole: z.string(),
  role: z.string(),
  /** Null once it was withdrawn or removed: only the trace stays. */
  content: z.nullable(z.string()),
  fileId: z.nullable(FileId),
  /** `hidden` where the reader may not see what it points to. */
  link: z.nullable(z.union([LinkCard, z.object({ type: z.literal('hidden') })])),
  mentions: z.array(PersonLink),
  timestamp: Timestamp,
  isRead: z.boolean(),
  state: z.enum(['sent', 'withdrawn', 'removed']),
  removedBy: z.nullable(PersonLink),
  reason: z.nullable(z.string()),
  /** One's own: the key it was sent with, by which a device knows its own again. */
  key: z.nullable(z.string()),
  can: z.object({ withdraw: z.boolean(), remove: z.boolean() }),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatChannel = z.object({
  id: ChannelId,
  name: z.string(),
  type: ChannelType,
  memberCount: z.number(),
  /** Up to MOST_UNREAD of chat-limits.ts. */
  unreadCount: z.number(),
  /** Unread ones that mention the reader. */
  mentions: z.number(),
  lastMessage: z.nullable(z.object({ content: z.string(), senderName: z.string(), timestamp: Timestamp })),
  muted: z.boolean(),
  /** The newest message that the reader has read. */
  readThrough: z.number(),
  can: z.object({ send: z.boolean() }),
});
export type ChatChannel = z.infer<typeof ChatChannel>;
/** Those with the newest messages first, then from the nation down. `unread` leaves out muted channels. */
export const ChannelList = z.object({ channels: z.array(ChatChannel), total: z.number(), unread: z.number() });
export type ChannelList = z.infer<typeof ChannelList>;

/** Newest page where nothing is given; `around` opens at a message, as from a search or a notification. */
export const MessagesQuery = z.object({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  around: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;
/** In the order of sending, oldest first. */
export const MessageList = z.object({
  messages: z.array(ChatMessage),
  hasOlder: z.boolean(),
  hasNewer: z.boolean(),
});
export type MessageList = z.infer<typeof MessageList>;

export const MarkChannelReadRequest = z.strictObject({ upTo: z.number().check(z.int(), z.minimum(0)) });
export const ChannelUnread = z.object({ channelId: ChannelId, unreadCount: z.number(), unread: z.number() });
export type ChannelUnread = z.infer<typeof ChannelUnread>;
export const MuteChannelRequest = z.strictObject({ muted: z.boolean() });
export const RemoveMessageRequest = z.strictObject({
  reason: z
    .string()
    .check(
      z.trim(),
      unseenIsNone(),
      z.minLength(1, 'Give a reason'),
      z.maxLength(500, 'A reason holds at most 500 characters'),
    ),
});
/** Members whose names begin with or hold the words, at most 20: for mentions. */
export const ChatMembersQuery = z.object({ q: ListQuery.shape.q });
export const ChatMembers = z.object({
  members: z.array(z.extend(PersonLink, { area: z.nullable(LocationLink) })),
  total: z.number(),
});
export type ChatMembers = z.infer<typeof ChatMembers>;
/** Messages of one's own channels that hold the words, newest first. */
export const ChatSearchQuery = z.object({
  q: z
    .string()
    .check(
      z.trim(),
      z.minLength(2, 'Write at least two characters'),
      z.maxLength(100, 'Search for at most 100 characters'),
    ),
  channelId: z.optional(z.coerce.number()),
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});
export const ChatSearchResults = z.object({ messages: z.array(ChatMessage), hasOlder: z.boolean() });
export type ChatSearchResults = z.infer<typeof ChatSearchResults>;
