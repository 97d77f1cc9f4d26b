import type { UserId } from '@ec/contract/base/common';
import {
  CHANNEL_TYPES,
  type ChannelType,
  type ChatMember,
  isMember,
  moderates,
  readsChannel,
  WITHDRAW_MINUTES,
} from '@ec/contract/chat/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import {
  areaRange,
  chainOf,
  isInside,
  LOCATION_TYPES,
  type LocationId,
  locationType,
  type LocationType,
  parentOf,
} from '@ec/contract/geography/location-id';
import { type AccessSubject, decideAccess } from '@ec/contract/permissions/decide-access';
import type { ModuleLevels } from '@ec/contract/permissions/default-levels';
import { findRoute } from '@ec/contract/permissions/pages';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, OFFICER_SOURCES, type Role, ROLE_IDS } from '@ec/contract/permissions/roles';

/** The roles that have group chats: administrators, and the other roles. */
export interface ChatRoles {
  admins: Role[];
  others: Role[];
}

export function chatRoles(levels: Record<Role, Pick<ModuleLevels, 'group_chat'>>): ChatRoles {
  const chatting = ROLE_IDS.filter((role) => levels[role].group_chat !== 'none');
  const isAdmin = (role: Role) => isOneOf(ADMIN_ROLES, role);
  return { admins: chatting.filter(isAdmin), others: chatting.filter((role) => !isAdmin(role)) };
}

/** True for place types that have a channel. */
const hasChannel = (type: LocationType): type is keyof typeof CHANNEL_TYPES => Object.hasOwn(CHANNEL_TYPES, type);

export function channelType(channel: LocationId): ChannelType {
  const type = locationType(channel);
  if (!hasChannel(type)) throw new RangeError(`${channel} has no channel`);
  return CHANNEL_TYPES[type];
}

/** The places to search for the user's channels: places themselves, and parents whose children may have channels. */
export function channelPlaces(areas: readonly LocationId[]): { places: LocationId[]; parents: LocationId[] } {
  const withChannel = (place: LocationId) => hasChannel(locationType(place));
  return {
    places: [...new Set(areas.flatMap(chainOf).filter(withChannel))],
    parents: areas.filter((area) => withChannel(area) && locationType(area) !== 'lga'),
  };
}

/** Numbers of users by assigned area; places below an LGA count as the LGA. */
export type Assigned = readonly { area: LocationId; count: number }[];

/** The number of channel members among these users; the same result as isMember for each of them. */
export function countMembers(channel: LocationId, admins: Assigned, others: Assigned): number {
  const above = parentOf(channel);
  const { first, last } = areaRange(channel);
  const isLga = locationType(channel) === 'lga';
  const sum = (people: Assigned, belongs: (area: LocationId) => boolean) =>
    people.reduce((total, { area, count }) => (belongs(area) ? total + count : total), 0);
  return (
    sum(admins, (area) => area === above || (area >= first && area <= last)) +
    sum(others, (area) => area === channel || (isLga && area >= first && area <= last))
  );
}

/** By newest message, then from the nation down in the order of the register. */
export function inListOrder(
  a: { id: LocationId; lastId: number | null },
  b: { id: LocationId; lastId: number | null },
): number {
  const depth = (id: LocationId) => LOCATION_TYPES.indexOf(locationType(id));
  return (b.lastId ?? 0) - (a.lastId ?? 0) || depth(a.id) - depth(b.id) || a.id - b.id;
}

interface Standing {
  senderId: UserId;
  channelId: LocationId;
  createdAt: Date;
  endedAs: 'withdrawn' | 'removed' | null;
}

/** True while the sender can withdraw it. */
export function isYoung({ createdAt }: Pick<Standing, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() <= WITHDRAW_MINUTES * 60_000;
}

interface ChatWriter extends ChatMember {
  /** The granted privileges of a restricted moderator; null for all others. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** True for a user who can send messages to the channel: a member with the level and the privilege for it. */
export function mayWrite(person: ChatWriter, channel: LocationId): boolean {
  return person.levels.group_chat === 'write' && holdsPrivilege(person, 'canManageChats') && isMember(person, channel);
}

/** What the user can do with a message that they see. */
export function abilities(
  person: ChatWriter & { userId: UserId },
  message: Standing,
  now: Date,
): { withdraw: boolean; remove: boolean } {
  const acts = message.endedAs === null && mayWrite(person, message.channelId);
  return {
    withdraw: acts && message.senderId === person.userId && isYoung(message, now),
    remove: acts && moderates(person, message.channelId),
  };
}

/** A message as one line in the list of channels. */
export function previewOf(message: { content: string; fileId: string | null }): string {
  if (message.content !== '') return message.content;
  return message.fileId === null ? 'Link' : 'Picture';
}

/** Whether the user can see a chat picture: the channel's readers if a message with it exists; before it is sent, only the sender. */
export function seesPicture(
  person: ChatMember & { userId: UserId },
  picture: { uploadedBy: UserId | null; sent: readonly { channelId: LocationId; standing: boolean }[] },
): boolean {
  if (picture.sent.length > 0) {
    return picture.sent.some(({ channelId, standing }) => standing && readsChannel(person, channelId));
  }
  return picture.uploadedBy === person.userId && person.levels.group_chat !== 'none';
}

export type CardReader = Omit<AccessSubject, 'electionMode'> & { areas: readonly LocationId[] };

/** The first of the console's pages that the reader can open; null if there is none. */
function firstOpen(reader: CardReader, paths: readonly string[]): string | null {
  const opens = (path: string) =>
    decideAccess({ ...reader, electionMode: true }, findRoute(path) ?? { roles: [] }).allowed;
  return paths.find(opens) ?? null;
}

const isTheirs = (reader: CardReader, unit: LocationId) => reader.areas.some((area) => isInside(unit, area));

/** The page of the polling unit for the reader; null if they cannot see it. */
export function unitPath(reader: CardReader, unit: { id: LocationId; code: string }): string | null {
  return isTheirs(reader, unit.id) ? firstOpen(reader, [`/pu/${unit.code}`]) : null;
}

/** The page of the result for the reader; null if they cannot see it. Officers see only their own count. */
export function resultPath(
  reader: CardReader,
  result: { id: string; unitId: LocationId; unitCode: string; source: Source },
): string | null {
  const own: Partial<Record<string, Source>> = OFFICER_SOURCES;
  if (!isTheirs(reader, result.unitId) || (own[reader.role] ?? result.source) !== result.source) return null;
  return firstOpen(reader, [`/review/${result.id}`, `/pu/${result.unitCode}?source=${result.source}`]);
}
