import {
  type Announcement,
  ANNOUNCEMENT_LENGTH,
  ANNOUNCEMENT_ROLES,
  ANNOUNCEMENT_TITLE_LENGTH,
  AnnouncementPriority,
  CreateAnnouncementRequest,
  type ReachRequest,
} from '@ec/contract/announcements/schemas';
import { ancestorOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { ROLES } from '@ec/contract/permissions/roles';
import * as z from 'zod/mini';
import { formatCount, inZone, momentInZone } from '../../../lib/format/format.ts';
import { placeReference } from '../../../domain/places/use-places.ts';

/** What is typed; places by code, the expiry as date and time of the organisation's zone. */
export const AnnouncementValues = z.object({
  title: z.string(),
  content: z.string(),
  priority: AnnouncementPriority,
  roles: z.array(z.enum(ANNOUNCEMENT_ROLES)),
  regions: z.array(z.string()),
  states: z.array(z.string()),
  expiresAt: z.nullable(z.string()),
  pinned: z.boolean(),
});
export type AnnouncementValues = z.infer<typeof AnnouncementValues>;

export const EMPTY_VALUES: AnnouncementValues = {
  title: '',
  content: '',
  priority: 'medium',
  roles: [],
  regions: [],
  states: [],
  expiresAt: null,
  pinned: false,
};

export type Field = keyof AnnouncementValues;
export const FIELDS = Object.keys(EMPTY_VALUES) as Field[];
export const FIELD_WORDS: Record<Field, string> = {
  title: 'Title',
  content: 'Content',
  priority: 'Priority',
  roles: 'Target roles',
  regions: 'Regions',
  states: 'States',
  expiresAt: 'Expires',
  pinned: 'Pinned',
};
/** Begins the ids of the fields. */
export const FORM_ID = 'announcement';
export const fieldId = (field: Field) => `${FORM_ID}-${field}`;

/** Refusals that are about one field. */
export const ABOUT_FIELD: Partial<Record<string, Field>> = {
  ANNOUNCEMENT_EXPIRY: 'expiresAt',
  ANNOUNCEMENT_ROLE: 'roles',
};

export type Problems = { readonly [F in Field]?: string | undefined };

/** What every field of the form gets. */
export interface FieldsProps {
  values: AnnouncementValues;
  problems: Problems;
  /** The author's area, which contains all places. */
  authorArea: LocationId;
  /** True for those who look after all announcements. */
  mayPin: boolean;
  onChange: (change: Partial<AnnouncementValues>) => void;
}

export function valuesOf(announcement: Announcement): AnnouncementValues {
  const { title, content, priority, targetAudience, expiresAt, pinned } = announcement;
  return {
    title,
    content,
    priority,
    roles: [...targetAudience.roles],
    regions: targetAudience.regions.map(({ id }) => placeReference(id)),
    states: targetAudience.states.map(({ id }) => placeReference(id)),
    expiresAt: expiresAt && inZone(expiresAt).format('YYYY-MM-DD HH:mm:ss'),
    pinned,
  };
}

/** The area that an announcement with no region and no state named is for: its author's. */
export function authorAreaOf({ createdByRole, targetAudience: { area, areas } }: Announcement): LocationId {
  if (area) return area.id;
  const [first] = areas;
  return ROLES[createdByRole].assignment === 'region' && first ? (ancestorOf(first.id, 'region') ?? NATION) : NATION;
}

const expiryOf = (text: string | null): string | null => (text === null ? null : momentInZone(text).toISOString());

/** What the server is sent, of values without problems. */
export function requestOf(values: AnnouncementValues): CreateAnnouncementRequest {
  return CreateAnnouncementRequest.parse({ ...values, expiresAt: expiryOf(values.expiresAt) });
}

/** What is wrong with what was typed, in the words of the contract. */
export function problemsOf(values: AnnouncementValues, now = Date.now()): Problems {
  const found: { [F in Field]?: string } = {};
  const expiresAt = expiryOf(values.expiresAt);
  const read = CreateAnnouncementRequest.safeParse({ ...values, expiresAt });
  for (const { path, message } of read.error?.issues ?? []) {
    const field = FIELDS.find((each) => each === path[0]);
    if (field) found[field] ??= message;
  }
  if (expiresAt !== null && Date.parse(expiresAt) <= now) found.expiresAt = 'Choose a moment that is still to come';
  return found;
}

/** Why it cannot be sent at all yet. */
export function missingIn({ title, content }: Pick<AnnouncementValues, 'title' | 'content'>): string | undefined {
  if (title.trim() === '' && content.trim() === '') return 'Write a title and the content first.';
  if (title.trim() === '') return 'Write a title first.';
  return content.trim() === '' ? 'Write the content first.' : undefined;
}

const LONGEST = { title: ANNOUNCEMENT_TITLE_LENGTH, content: ANNOUNCEMENT_LENGTH };

/** By how much a text is too long, said as it is typed or pasted. */
export function excessOf(values: AnnouncementValues, field: keyof typeof LONGEST): string | undefined {
  const over = values[field].trim().length - LONGEST[field];
  return over > 0 ? `${formatCount(over, 'character')} too many` : undefined;
}

/** What is to be made shorter before it can be sent. */
export function tooLongIn(values: AnnouncementValues): string | undefined {
  if (excessOf(values, 'title')) return 'Shorten the title first.';
  return excessOf(values, 'content') && 'Shorten the content first.';
}

export function audienceOf({ roles, regions, states }: AnnouncementValues, id?: Announcement['id']): ReachRequest {
  return { roles, regions, states, ...(id && { id }) };
}
