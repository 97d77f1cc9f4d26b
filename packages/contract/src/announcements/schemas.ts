import * as z from 'zod/mini';
import { AreaReference, ListQuery, PersonLink, Timestamp, unseenIsNone, UserId } from '../base/common.ts';
import { isInside, LOCATION_TYPES, type LocationId, locationType } from '../geography/location-id.ts';
import { LocationLink } from '../geography/schemas.ts';
import { requiredName } from '../base/names.ts';
import type { Level, ModuleLevels } from '../permissions/levels.ts';
import { type Role, ROLE_IDS, ROLES } from '../permissions/roles.ts';

export const AnnouncementId = z.uuid().brand<'AnnouncementId'>();
export type AnnouncementId = z.infer<typeof AnnouncementId>;

export const AnnouncementPriority = z.enum(['low', 'medium', 'high', 'urgent']);
export type AnnouncementPriority = z.infer<typeof AnnouncementPriority>;

/** Who writes announcements. */
export const ANNOUNCEMENT_AUTHORS = ['national_admin', 'regional_admin'] as const satisfies readonly Role[];
/** Who edits, pins and withdraws them. */
export const ANNOUNCEMENT_EDITORS = [
  'super_admin',
  'national_admin',
  'global_moderator',
] as const satisfies readonly Role[];
/** Whom an announcement can be meant for. */
export const ANNOUNCEMENT_ROLES = [
  'national_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const satisfies readonly Role[];
export type AnnouncementRole = (typeof ANNOUNCEMENT_ROLES)[number];

/** An announcement's most characters, and its title's. */
export const ANNOUNCEMENT_LENGTH = 10_000;
export const ANNOUNCEMENT_TITLE_LENGTH = 160;
/** Announcements that one person may send, or show again, in an hour. */
export const ANNOUNCEMENTS_AN_HOUR = 10;
/** Urgent ones are shown over the console one after another, at most so many at a time. */
export const MOST_URGENT = 20;

/** Whom an announcement is meant for: no role named is everybody; at least one area. */
export interface Audience {
  roles: readonly Role[];
  areas: readonly LocationId[];
}

/** What decides on what reaches somebody: their role, the areas they act in, and their level in the module announcements. */
export interface AnnouncementReader {
  role: Role;
  areas: readonly LocationId[];
  levels: Pick<ModuleLevels, 'announcements'>;
}

/**
 * The roles that an audience reaches. Where it names none it is for everybody whose menu has announcements, the roles beside
 * the hierarchy (moderators, the grassroots count) and those above its authors too; named roles are reached alone.
 */
export function rolesReached({ roles }: Pick<Audience, 'roles'>, levelOf: (role: Role) => Level): Role[] {
  const named = roles.length === 0 ? ROLE_IDS : ROLE_IDS.filter((role) => roles.includes(role));
  return named.filter((role) => levelOf(role) !== 'none');
}

/**
 * True for whoever acts inside one of the areas. An area reaches nobody above it: what is for Lagos does not reach its
 * region's admin.
 */
export function actsInside(areas: readonly LocationId[], reader: Pick<AnnouncementReader, 'areas'>): boolean {
  return reader.areas.some((own) => areas.some((area) => isInside(own, area)));
}

/**
 * True for whom the announcement is meant for. Nothing of it is stored: whoever is given another role or area no longer sees
 * what was for the old one, and sees what is for the new one.
 */
export function reaches(audience: Audience, reader: AnnouncementReader): boolean {
  const roles = rolesReached(audience, (role) => (role === reader.role ? reader.levels.announcements : 'none'));
  return roles.length > 0 && actsInside(audience.areas, reader);
}

/** The roles that an author of the areas can name: those who are assigned there, and not above. */
export function targetRoles(areas: readonly LocationId[]): AnnouncementRole[] {
  const depths = areas.map((area) => LOCATION_TYPES.indexOf(locationType(area)));
  return ANNOUNCEMENT_ROLES.filter((role) =>
    depths.some((depth) => LOCATION_TYPES.indexOf(ROLES[role].assignment) >= depth),
  );
}

/** The kinds of places that an audience names. */
export const TARGET_AREAS = { regions: 'region', states: 'state' } as const;
export type TargetAreas = keyof typeof TARGET_AREAS;

const tooLong = (most: number) => `Enter at most ${most.toLocaleString('en')} characters`;
const fields = {
  /** On one line. */
  title: requiredName(ANNOUNCEMENT_TITLE_LENGTH, 'Title is required'),
  /** Plain text: nothing in it is ever rendered as anything else. */
  content: z
    .string()
    .check(
      z.trim(),
      unseenIsNone(),
      z.minLength(1, 'Content is required'),
      z.maxLength(ANNOUNCEMENT_LENGTH, tooLong(ANNOUNCEMENT_LENGTH)),
    ),
  priority: z._default(AnnouncementPriority, 'medium'),
  /** Empty is everybody (see rolesReached). */
  roles: z._default(z.array(z.enum(ANNOUNCEMENT_ROLES)).check(z.maxLength(20)), []),
  /** Regions and states inside the author's area; both empty is the author's whole area. */
  regions: z._default(z.array(AreaReference).check(z.maxLength(20)), []),
  states: z._default(z.array(AreaReference).check(z.maxLength(50)), []),
  /** From then on it is in the archive of its author and of whoever may edit, and no longer shown to others. */
  expiresAt: z._default(z.nullable(Timestamp), null),
  /** Only whoever may edit pins. */
  pinned: z._default(z.boolean(), false),
};
/** Sent with the header Idempotency-Key: the same key and body answers the first announcement again. */
export const CreateAnnouncementRequest = z.strictObject(fields);
export type CreateAnnouncementRequest = z.infer<typeof CreateAnnouncementRequest>;
/**
 * Whole, with the version that the editing began with. Both lists of areas empty is the whole area of the author, not of
 * the editor.
 */
export const UpdateAnnouncementRequest = z.strictObject({
  ...fields,
  version: z.number(),
  /** Everybody but the editor is to read it once more: unread again, and over the console and notified of as its priority says. */
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
    /** Empty is everybody. */
    roles: z.array(z.enum(ANNOUNCEMENT_ROLES)),
    regions: z.array(LocationLink),
    states: z.array(LocationLink),
    /** The author's area, where neither regions nor states are named. */
    area: z.nullable(LocationLink),
    /** All of the places, of whichever kind: regions, states, or what the author's own area is. */
    areas: z.array(LocationLink),
  }),
  createdBy: UserId,
  createdByName: z.string(),
  /** The author's role when they wrote it, as its id (ROLES has its title). */
  createdByRole: z.enum(ROLE_IDS),
  createdAt: Timestamp,
  /** When its text, priority, audience or expiry was last changed. */
  editedAt: z.nullable(Timestamp),
  editedBy: z.nullable(PersonLink),
  expiresAt: z.nullable(Timestamp),
  pinned: z.boolean(),
  withdrawnAt: z.nullable(Timestamp),
  withdrawnBy: z.nullable(PersonLink),
  withdrawReason: z.nullable(z.string()),
  version: z.number(),
  /** Nothing is unread for somebody whom it is not meant for. */
  isRead: z.boolean(),
  /** Whether it is meant for the reader, or only shown to them because they wrote or may edit it. */
  isForMe: z.boolean(),
  can: z.object({ edit: z.boolean(), pin: z.boolean(), withdraw: z.boolean(), seeReceipts: z.boolean() }),
});
export type Announcement = z.infer<typeof Announcement>;

/**
 * Pinned first, then newest; `show`: what is in force, what has expired or was withdrawn (for authors and editors), what the
 * reader wrote.
 */
export const AnnouncementQuery = z.extend(ListQuery, {
  priority: z.optional(AnnouncementPriority),
  /** Only what is unread. */
  unread: z.optional(z.stringbool()),
  show: z._default(z.enum(['current', 'past', 'mine']), 'current'),
});
export type AnnouncementQuery = z.infer<typeof AnnouncementQuery>;
/** `unread` counts all that reaches the reader, is in force and unread, whatever the list was narrowed to. */
export const AnnouncementList = z.object({
  announcements: z.array(Announcement),
  total: z.number(),
  unread: z.number(),
});
export type AnnouncementList = z.infer<typeof AnnouncementList>;
/** How many are still unread after one was read. */
export const AnnouncementUnread = z.object({ unread: z.number() });
export type AnnouncementUnread = z.infer<typeof AnnouncementUnread>;

/** `id` is the announcement that is being edited: with no area named, its author's area is meant. */
export const ReachRequest = z.strictObject({
  roles: fields.roles,
  regions: fields.regions,
  states: fields.states,
  id: z.optional(AnnouncementId),
});
export type ReachRequest = z.infer<typeof ReachRequest>;
/** How many active people an audience reaches now, by role; roles that it could reach and that nobody has stand with 0. */
export const Reach = z.object({
  people: z.number(),
  byRole: z.array(z.object({ role: z.enum(ROLE_IDS), people: z.number() })),
});
export type Reach = z.infer<typeof Reach>;

/**
 * Of the people whom it reaches now, how many read it since it was last put before them: in all, and by the places one level
 * below `area`. Without an area in the audience's own: one level below its area, or its areas where it has several. People are
 * counted where they are assigned, so those assigned above the places listed are in the sum alone.
 */
export const ReceiptsQuery = z.object({ area: z.optional(AreaReference) });
export type ReceiptsQuery = z.infer<typeof ReceiptsQuery>;
export const Receipts = z.object({
  people: z.number(),
  read: z.number(),
  /** Of the area asked for, where one was. */
  area: z.nullable(LocationLink),
  areas: z.array(z.object({ area: LocationLink, people: z.number(), read: z.number() })),
});
export type Receipts = z.infer<typeof Receipts>;
/** Those whom it reaches and who have not read it, by name; `q` looks through names, and phones where they are shown. */
export const UnreadPeopleQuery = z.extend(ListQuery, { area: z.optional(AreaReference) });
export type UnreadPeopleQuery = z.infer<typeof UnreadPeopleQuery>;
export const UnreadPeople = z.object({
  people: z.array(z.extend(PersonLink, { area: z.nullable(LocationLink), phone: z.nullable(z.string()) })),
  total: z.number(),
});
export type UnreadPeople = z.infer<typeof UnreadPeople>;

/**
 * Urgent ones in force that reach the reader and that they have not read, newest first: shown over the console. `unread`
 * counts those of every priority, as in the list: the shell asks once for both.
 */
export const UrgentAnnouncements = z.object({ announcements: z.array(Announcement), unread: z.number() });
export type UrgentAnnouncements = z.infer<typeof UrgentAnnouncements>;
