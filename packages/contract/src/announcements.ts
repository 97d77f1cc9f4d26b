import * as z from 'zod/mini';
import { AreaReference, ListQuery, PersonLink, Timestamp, UserId } from './common.ts';
import { LocationLink } from './locations.ts';
import type { Role } from './roles.ts';

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
export const ANNOUNCEMENT_LENGTH = 10_000;

const fields = {
  title: z.string().check(z.trim(), z.minLength(1, 'Title is required'), z.maxLength(160)),
  content: z.string().check(z.trim(), z.minLength(1, 'Content is required'), z.maxLength(ANNOUNCEMENT_LENGTH)),
  priority: z._default(AnnouncementPriority, 'medium'),
  /** Empty is every role of ANNOUNCEMENT_ROLES. */
  roles: z._default(z.array(z.enum(ANNOUNCEMENT_ROLES)), []),
  /** Regions and states inside the author's area; both empty is the author's whole area. */
  regions: z._default(z.array(AreaReference).check(z.maxLength(6)), []),
  states: z._default(z.array(AreaReference).check(z.maxLength(37)), []),
  /** From then on it is in the archive of whoever may edit, and no longer shown to others. */
  expiresAt: z._default(z.nullable(Timestamp), null),
  pinned: z._default(z.boolean(), false),
};
export const CreateAnnouncementRequest = z.object(fields);
export type CreateAnnouncementRequest = z.infer<typeof CreateAnnouncementRequest>;
/** Whole, with the version that the editing began with. */
export const UpdateAnnouncementRequest = z.object({ ...fields, version: z.number() });
export type UpdateAnnouncementRequest = z.infer<typeof UpdateAnnouncementRequest>;
export const PinAnnouncementRequest = z.object({ pinned: z.boolean() });
export const WithdrawAnnouncementRequest = z._default(
  z.object({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) }),
  {},
);

export const Announcement = z.object({
  id: AnnouncementId,
  title: z.string(),
  content: z.string(),
  priority: AnnouncementPriority,
  targetAudience: z.object({
    roles: z.array(z.enum(ANNOUNCEMENT_ROLES)),
    regions: z.array(LocationLink),
    states: z.array(LocationLink),
    /** The author's area, where neither regions nor states are named. */
    area: z.nullable(LocationLink),
  }),
  createdBy: UserId,
  createdByName: z.string(),
  createdByRole: z.string(),
  createdAt: Timestamp,
  editedAt: z.nullable(Timestamp),
  expiresAt: z.nullable(Timestamp),
  pinned: z.boolean(),
  withdrawnAt: z.nullable(Timestamp),
  version: z.number(),
  isRead: z.boolean(),
  /** Whether it is meant for the reader, or only shown to them because they wrote or may edit it. */
  isForMe: z.boolean(),
  can: z.object({ edit: z.boolean(), pin: z.boolean(), withdraw: z.boolean(), seeReceipts: z.boolean() }),
});
export type Announcement = z.infer<typeof Announcement>;
/** Pinned first, then newest; `show`: what is in force, what has expired or was withdrawn (for authors and editors). */
export const AnnouncementQuery = z.extend(ListQuery, {
  priority: z.optional(AnnouncementPriority),
  unread: z.optional(z.stringbool()),
  show: z._default(z.enum(['current', 'past', 'mine']), 'current'),
});
export type AnnouncementQuery = z.infer<typeof AnnouncementQuery>;
export const AnnouncementList = z.object({
  announcements: z.array(Announcement),
  total: z.number(),
  unread: z.number(),
});
export type AnnouncementList = z.infer<typeof AnnouncementList>;

/** How many active people an audience reaches now, by role. */
export const ReachRequest = z.pick(CreateAnnouncementRequest, { roles: true, regions: true, states: true });
export const Reach = z.object({
  people: z.number(),
  byRole: z.array(z.object({ role: z.string(), people: z.number() })),
});
export type Reach = z.infer<typeof Reach>;

/** Read by n of m, by the places one level below `area` (the audience's own where absent). */
export const ReceiptsQuery = z.object({ area: z.optional(AreaReference) });
export const Receipts = z.object({
  people: z.number(),
  read: z.number(),
  areas: z.array(z.object({ area: LocationLink, people: z.number(), read: z.number() })),
});
export type Receipts = z.infer<typeof Receipts>;
export const UnreadPeopleQuery = z.extend(ListQuery, { area: z.optional(AreaReference) });
export const UnreadPeople = z.object({
  people: z.array(z.extend(PersonLink, { area: z.nullable(LocationLink), phone: z.nullable(z.string()) })),
  total: z.number(),
});
/** Urgent ones in force that the reader has not read: shown over the console. */
export const UrgentAnnouncements = z.object({ announcements: z.array(Announcement) });
