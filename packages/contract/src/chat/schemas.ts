import { inDigits } from '../base/wording.ts';
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
import type { ModuleLevels } from '../permissions/default-levels.ts';
import { ResultStatus } from '../results/schemas.ts';
import { isOneOf, ADMIN_ROLES, OFFICER_ROLES, type Role } from '../permissions/roles.ts';

/** Maximum length of a message in characters. */
export const MESSAGE_LENGTH = 2000;
/** How long after sending a message can be withdrawn. */
export const WITHDRAW_MINUTES = 10;
/** Messages that one user may send per minute. */
export const MESSAGES_A_MINUTE = 30;
/** Maximum number of mentions in one message. */
export const MOST_MENTIONS = 20;

/** The place types with a channel, and the channel's type. */
export const CHANNEL_TYPES = { national: 'national', region: 'regional', state: 'state', lga: 'lga' } as const;
export const ChannelType = z.enum(['national', 'regional', 'state', 'lga']);
export type ChannelType = z.infer<typeof ChannelType>;
/** A channel has the id of its place. */
export const ChannelId = LocationIdSchema;

/** What decides on a user's channels: role, areas, and level in the module group_chat. */
export interface ChatMember {
  role: Role;
  areas: readonly LocationId[];
  levels: Pick<ModuleLevels, 'group_chat'>;
}

const isAdmin = (role: Role) => isOneOf(ADMIN_ROLES, role);
const isOfficer = (role: Role) => isOneOf(OFFICER_ROLES, role);

/**
 * True for a member of the place's channel. Administrators are members of the channels of their own area, of all areas above, and of those one level
 * below; others of their LGA's channel, or of their own area's if it is wider. This is computed at each read: after a new assignment the user is a
 * member there only.
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

/**
 * True for a reader of the place's channel: its members, and the officers of its polling units, who read the channels above their LGA and write in
 * that of their LGA. Such readers are not counted as members and cannot be mentioned.
 */
export function readsChannel(person: ChatMember, channel: LocationId): boolean {
  if (isMember(person, channel)) return true;
  if (person.levels.group_chat === 'none' || !isOfficer(person.role)) return false;
  const type = locationType(channel);
  return type !== 'ward' && type !== 'polling_unit' && person.areas.some((area) => isInside(area, channel));
}
const BELOW: Partial<Record<LocationType, LocationType>> = { national: 'region', region: 'state', state: 'lga' };

/** True for moderators of a channel, who can remove others' messages with a reason: administrators whose area contains its place. */
export function moderates({ role, areas }: Pick<ChatMember, 'role' | 'areas'>, channel: LocationId): boolean {
  return isAdmin(role) && areas.some((area) => isInside(channel, area));
}

/** The link of a message. The card is made for each reader, and is only `hidden` if they cannot see the target. */
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
  /** True of a result whose newest version was entered from the photo at the desk. */
  desk: z.boolean(),
  path: z.string(),
});
export type LinkCard = z.infer<typeof LinkCard>;

/** Sent with the header Idempotency-Key: the same key and body returns the first message. A picture is uploaded before (POST /chat/files). */
export const SendMessageRequest = z
  .strictObject({
    content: z
      .string()
      .check(
        z.trim(),
        unseenIsNone(),
        z.maxLength(MESSAGE_LENGTH, `A message holds at most ${inDigits(MESSAGE_LENGTH)} characters`),
      ),
    fileId: z._default(z.nullable(FileId), null),
    link: z._default(z.nullable(MessageLink), null),
    /** The mentioned users, who are notified; non-members and the sender are ignored. */
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
  /** The title of the sender's role at the time of sending. */
  senderRole: z.string(),
  role: z.string(),
  /** Null without a picture, and where the reader may not see the sender's. */
  senderPictureUrl: z.nullable(z.string()),
  /** Null if it was withdrawn or removed. */
  content: z.nullable(z.string()),
  fileId: z.nullable(FileId),
  /** `hidden` if the reader cannot see the target. */
  link: z.nullable(z.union([LinkCard, z.object({ type: z.literal('hidden') })])),
  mentions: z.array(PersonLink),
  timestamp: Timestamp,
  isRead: z.boolean(),
  state: z.enum(['sent', 'withdrawn', 'removed']),
  removedBy: z.nullable(PersonLink),
  reason: z.nullable(z.string()),
  /** The idempotency key, for the sender only: a device recognises its own messages by it. */
  key: z.nullable(z.string()),
  can: z.object({ withdraw: z.boolean(), remove: z.boolean() }),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatChannel = z.object({
  id: ChannelId,
  name: z.string(),
  type: ChannelType,
  memberCount: z.number(),
  /** Up to MOST_UNREAD of chat/limits.ts. */
  unreadCount: z.number(),
  /** Unread messages that mention the reader. */
  mentions: z.number(),
  lastMessage: z.nullable(z.object({ content: z.string(), senderName: z.string(), timestamp: Timestamp })),
  muted: z.boolean(),
  /** The newest message that the reader has read. */
  readThrough: z.number(),
  can: z.object({ send: z.boolean() }),
});
export type ChatChannel = z.infer<typeof ChatChannel>;
/** By newest message, then from the nation down. `unread` excludes muted channels. */
export const ChannelList = z.object({ channels: z.array(ChatChannel), total: z.number(), unread: z.number() });
export type ChannelList = z.infer<typeof ChannelList>;

/** The newest page by default; `around` opens at a message, for example from a search. */
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
/** Members whose names start with or contain the words, at most 20: for mentions. */
export const ChatMembersQuery = z.object({ q: ListQuery.shape.q });
export const ChatMembers = z.object({
  members: z.array(
    z.extend(PersonLink, {
      area: z.nullable(LocationLink),
      /** From the nation to the area; empty for a member without one. */
      chain: z.array(LocationLink),
      /** Null where the reader may not see it. */
      phone: z.nullable(z.string()),
    }),
  ),
  total: z.number(),
});
export type ChatMembers = z.infer<typeof ChatMembers>;
/** Messages of the reader's channels that contain the words, newest first. */
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
