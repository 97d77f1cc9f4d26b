import { inDigits } from '../base/wording.ts';
import * as z from 'zod/mini';
import { AreaReference, ListQuery, PersonLink, Timestamp, unseenIsNone, UserId } from '../base/common.ts';
import { isInside, LOCATION_TYPES, type LocationId, locationType } from '../geography/location-id.ts';
import { LocationLink } from '../geography/schemas.ts';
import { requiredName } from '../base/names.ts';
import type { Level, ModuleLevels } from '../permissions/default-levels.ts';
import { type Role, ROLE_IDS, ROLES } from '../permissions/roles.ts';

export const AnnouncementId = z.uuid().brand<'AnnouncementId'>();
export type AnnouncementId = z.infer<typeof AnnouncementId>;

export const AnnouncementPriority = z.enum(['low', 'medium', 'high', 'urgent']);
export type AnnouncementPriority = z.infer<typeof AnnouncementPriority>;

/** The roles that write announcements. */
export const ANNOUNCEMENT_AUTHORS = ['national_admin', 'regional_admin'] as const satisfies readonly Role[];
/** The roles that edit, pin and withdraw them. */
export const ANNOUNCEMENT_EDITORS = [
  'super_admin',
  'national_admin',
  'global_moderator',
] as const satisfies readonly Role[];
/** The roles that an announcement can address. */
export const ANNOUNCEMENT_ROLES = [
  'national_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const satisfies readonly Role[];
export type AnnouncementRole = (typeof ANNOUNCEMENT_ROLES)[number];

/** Maximum length in characters of the text and the title. */
export const ANNOUNCEMENT_LENGTH = 10_000;
export const ANNOUNCEMENT_TITLE_LENGTH = 160;
/** Announcements that one user may send or repeat per hour. */
export const ANNOUNCEMENTS_AN_HOUR = 10;
/** Maximum number of urgent announcements shown over the console at a time. */
export const MOST_URGENT = 20;

/** The audience of an announcement: no role means all roles; at least one area. */
export interface Audience {
  roles: readonly Role[];
  areas: readonly LocationId[];
}

/** What decides which announcements a user sees: role, areas, and level in the module announcements. */
export interface AnnouncementReader {
  role: Role;
  areas: readonly LocationId[];
  levels: Pick<ModuleLevels, 'announcements'>;
}

/**
 * The roles that an audience reaches. Without named roles it reaches all users with announcements in their menu, including the roles beside the
 * hierarchy and those above its authors; named roles are reached exclusively.
 */
export function rolesReached({ roles }: Pick<Audience, 'roles'>, levelOf: (role: Role) => Level): Role[] {
  const named = roles.length === 0 ? ROLE_IDS : ROLE_IDS.filter((role) => roles.includes(role));
  return named.filter((role) => levelOf(role) !== 'none');
}

/**
 * True if the user acts inside one of the areas. An area does not include those above it: an announcement for Lagos does not reach its regional
 * admin.
 */
export function actsInside(areas: readonly LocationId[], reader: Pick<AnnouncementReader, 'areas'>): boolean {
  return reader.areas.some((own) => areas.some((area) => isInside(own, area)));
}

/**
 * True if the user is in the audience. This is computed at each read: after a change of role or area a user sees the announcements of the new one
 * only.
 */
export function reaches(audience: Audience, reader: AnnouncementReader): boolean {
  const roles = rolesReached(audience, (role) => (role === reader.role ? reader.levels.announcements : 'none'));
  return roles.length > 0 && actsInside(audience.areas, reader);
}

/** The roles that an author of the areas can address: those assigned there, not those above. */
export function targetRoles(areas: readonly LocationId[]): AnnouncementRole[] {
  const depths = areas.map((area) => LOCATION_TYPES.indexOf(locationType(area)));
  return ANNOUNCEMENT_ROLES.filter((role) =>
    depths.some((depth) => LOCATION_TYPES.indexOf(ROLES[role].assignment) >= depth),
  );
}

/** The place types that an audience can name. */
export const TARGET_AREAS = { regions: 'region', states: 'state' } as const;
export type TargetAreas = keyof typeof TARGET_AREAS;

const tooLong = (most: number) => `Enter at most ${inDigits(most)} characters`;
const fields = {
  /** On one line. */
  title: requiredName(ANNOUNCEMENT_TITLE_LENGTH, 'Title is required'),
  /** Plain text; never rendered as HTML or Markdown. */
  content: z
    .string()
    .check(
      z.trim(),
      unseenIsNone(),
      z.minLength(1, 'Content is required'),
      z.maxLength(ANNOUNCEMENT_LENGTH, tooLong(ANNOUNCEMENT_LENGTH)),
    ),
  priority: z._default(AnnouncementPriority, 'medium'),
  /** Empty means all roles (see rolesReached). */
  roles: z._default(z.array(z.enum(ANNOUNCEMENT_ROLES)).check(z.maxLength(20)), []),
  /** Regions and states inside the author's area; both empty means the author's whole area. */
  regions: z._default(z.array(AreaReference).check(z.maxLength(20)), []),
  states: z._default(z.array(AreaReference).check(z.maxLength(50)), []),
  /** After this time only its author and the editors see it. */
  expiresAt: z._default(z.nullable(Timestamp), null),
  /** Only editors can pin. */
  pinned: z._default(z.boolean(), false),
};
/** Sent with the header Idempotency-Key: the same key and body returns the first announcement. */
export const CreateAnnouncementRequest = z.strictObject(fields);
export type CreateAnnouncementRequest = z.infer<typeof CreateAnnouncementRequest>;
/** The whole announcement, with the version that was edited. Both area lists empty means the whole area of the author, not of the editor. */
export const UpdateAnnouncementRequest = z.strictObject({
  ...fields,
  version: z.number(),
  /** Sends it again: unread for all but the editor, and shown and notified by its priority. */
  again: z.optional(z.boolean()),
});
export type UpdateAnnouncementRequest = z.infer<typeof UpdateAnnouncementRequest>;
export const PinAnnouncementRequest = z.strictObject({ pinned: z.boolean() });
export type PinAnnouncementRequest = z.infer<typeof PinAnnouncementRequest>;
export const WithdrawAnnouncementRequest = z._default(
  z.strictObject({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  {},
);
export type WithdrawAnnouncementRequest = z.infer<typeof WithdrawAnnouncementRequest>;

export const Announcement = z.object({
  id: AnnouncementId,
  title: z.string(),
  content: z.string(),
  priority: AnnouncementPriority,
  targetAudience: z.object({
    /** Empty means all roles. */
    roles: z.array(z.enum(ANNOUNCEMENT_ROLES)),
    regions: z.array(LocationLink),
    states: z.array(LocationLink),
    /** The author's area, if neither regions nor states are named. */
    area: z.nullable(LocationLink),
    /** All addressed places: regions, states, or the author's own area. */
    areas: z.array(LocationLink),
  }),
  createdBy: UserId,
  createdByName: z.string(),
  /** The author's role at the time of writing, as its id (ROLES has the title). */
  createdByRole: z.enum(ROLE_IDS),
  createdAt: Timestamp,
  /** When its text, priority, audience or expiry last changed. */
  editedAt: z.nullable(Timestamp),
  editedBy: z.nullable(PersonLink),
  expiresAt: z.nullable(Timestamp),
  pinned: z.boolean(),
  withdrawnAt: z.nullable(Timestamp),
  withdrawnBy: z.nullable(PersonLink),
  withdrawReason: z.nullable(z.string()),
  version: z.number(),
  /** True for readers outside the audience. */
  isRead: z.boolean(),
  /** Whether the reader is in the audience, or sees it only as its author or editor. */
  isForMe: z.boolean(),
  can: z.object({ edit: z.boolean(), pin: z.boolean(), withdraw: z.boolean(), seeReceipts: z.boolean() }),
});
export type Announcement = z.infer<typeof Announcement>;

/** Pinned first, then newest. `show`: current; expired or withdrawn (for authors and editors); written by the reader. */
export const AnnouncementQuery = z.extend(ListQuery, {
  priority: z.optional(AnnouncementPriority),
  /** Only unread ones. */
  unread: z.optional(z.stringbool()),
  show: z._default(z.enum(['current', 'past', 'mine']), 'current'),
});
export type AnnouncementQuery = z.infer<typeof AnnouncementQuery>;
/** `unread` counts the reader's unread current announcements, ignoring the filters. */
export const AnnouncementList = z.object({
  announcements: z.array(Announcement),
  total: z.number(),
  unread: z.number(),
});
export type AnnouncementList = z.infer<typeof AnnouncementList>;
/** The remaining unread ones after one was read. */
export const AnnouncementUnread = z.object({ unread: z.number() });
export type AnnouncementUnread = z.infer<typeof AnnouncementUnread>;

/** `id` is the edited announcement: without areas, its author's area is used. */
export const ReachRequest = z.strictObject({
  roles: fields.roles,
  regions: fields.regions,
  states: fields.states,
  id: z.optional(AnnouncementId),
});
export type ReachRequest = z.infer<typeof ReachRequest>;
/** The number of active users an audience reaches now, by role; roles without users have 0. */
export const Reach = z.object({
  people: z.number(),
  byRole: z.array(z.object({ role: z.enum(ROLE_IDS), people: z.number() })),
});
export type Reach = z.infer<typeof Reach>;

/**
 * How many of the users it reaches now have read the latest sending: in total, and by the places one level below `area`. Without `area`: one level
 * below the audience's area, or by its areas if it has several. Users count where they are assigned, so those assigned above the listed places are
 * only in the total.
 */
export const ReceiptsQuery = z.object({ area: z.optional(AreaReference) });
export type ReceiptsQuery = z.infer<typeof ReceiptsQuery>;
export const Receipts = z.object({
  people: z.number(),
  read: z.number(),
  /** Of the requested area, if any. */
  area: z.nullable(LocationLink),
  areas: z.array(z.object({ area: LocationLink, people: z.number(), read: z.number() })),
});
export type Receipts = z.infer<typeof Receipts>;
/** Users it reaches who have not read it, by name; `q` searches names, and the phone numbers that the reader can see. */
export const UnreadPeopleQuery = z.extend(ListQuery, { area: z.optional(AreaReference) });
export type UnreadPeopleQuery = z.infer<typeof UnreadPeopleQuery>;
export const UnreadPeople = z.object({
  people: z.array(z.extend(PersonLink, { area: z.nullable(LocationLink), phone: z.nullable(z.string()) })),
  total: z.number(),
});
export type UnreadPeople = z.infer<typeof UnreadPeople>;

/**
 * The reader's unread urgent announcements, newest first: shown over the console. `unread` counts all priorities, so that the shell needs one call
 * for both.
 */
export const UrgentAnnouncements = z.object({ announcements: z.array(Announcement), unread: z.number() });
export type UrgentAnnouncements = z.infer<typeof UrgentAnnouncements>;
