import {
  ANNOUNCEMENT_AUTHORS,
  ANNOUNCEMENT_EDITORS,
  type AnnouncementId,
  type AnnouncementPriority,
  type AnnouncementReader,
} from '@ec/contract/announcements/schemas';
import type { UserId } from '@ec/contract/base/common';
import type { FieldError } from '@ec/contract/base/error-body';
import { isInside, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { isOneOf } from '@ec/contract/permissions/roles';
import { holdsAll } from '../notifications/rules.ts';

/** The page that shows the announcement: the link of its notifications, by which reading it reads them too. */
export const announcementAddress = (id: AnnouncementId): string => `/announcements?announcement=${id}`;

export interface Person extends AnnouncementReader {
  userId: UserId;
  /** The granted privileges of a restricted moderator; null for all others. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

type Writer = Omit<Person, 'userId'>;

const manages = (person: Pick<Writer, 'privileges'>): boolean => holdsPrivilege(person, 'canManageAnnouncements');

export const isEditor = (person: Writer): boolean =>
  isOneOf(ANNOUNCEMENT_EDITORS, person.role) && atLeast(person.levels.announcements, 'write') && manages(person);

/** True if the user can edit it: all of its areas are inside theirs. */
export function mayEdit(person: Writer, areas: readonly LocationId[]): boolean {
  return isEditor(person) && holdsAll(person, areas);
}

/** True for roles that can be authors; a former author with another role manages no announcements. */
export const isAuthor = (person: Writer): boolean => isOneOf(ANNOUNCEMENT_AUTHORS, person.role) && manages(person);

/**
 * True for the author and those who may edit it: they see it after its end, and its read receipts. An author who was moved loses it with the area.
 */
export function looksAfter(person: Person, row: { createdBy: UserId; areas: readonly LocationId[] }): boolean {
  const isTheirs = isAuthor(person) && row.createdBy === person.userId;
  return (isEditor(person) || isTheirs) && holdsAll(person, row.areas);
}

/** The problems with the expiry time. */
export function expiryFaults(expiresAt: Date | null, now: Date): FieldError[] {
  if (expiresAt === null || expiresAt > now) return [];
  return [{ path: 'expiresAt', message: 'Choose a time that is still to come' }];
}

/** Priorities that notify all users the announcement reaches. */
export function isNotified(priority: AnnouncementPriority): priority is 'high' | 'urgent' {
  return priority === 'high' || priority === 'urgent';
}

/** The areas without those inside another of them. */
export function widest(areas: readonly LocationId[]): LocationId[] {
  const different = [...new Set(areas)];
  return different.filter((area) => !different.some((other) => other !== area && isInside(area, other)));
}

/** The author's area if the announcement addresses all of it. */
export function authorsArea(row: {
  areas: readonly LocationId[];
  authorAreas: readonly LocationId[];
}): LocationId | undefined {
  const [only, ...others] = row.areas;
  return others.length === 0 && row.authorAreas.length === 1 && row.authorAreas[0] === only ? only : undefined;
}

export const ofType = (areas: readonly LocationId[], type: 'region' | 'state'): LocationId[] =>
  areas.filter((area) => locationType(area) === type);

const EXCERPT = 300;

/** The notification for the users it reaches: title and first lines. */
export function noticeOf({
  title,
  content,
  priority,
}: {
  title: string;
  content: string;
  priority: AnnouncementPriority;
}): { title: string; message: string } {
  const begins = Array.from(content).slice(0, EXCERPT).join('');
  return {
    title: priority === 'urgent' ? `Urgent: ${title}` : title,
    message: begins === content ? content : `${begins.trimEnd()}...`,
  };
}
