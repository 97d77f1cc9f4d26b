import type { UserId } from '@ec/contract/base/common';
import {
  DeliveryChoice,
  type DeliveryChoices,
  Digest,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
  QuietHours,
  type Timing,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import { ADMIN_ROLES, isOneOf, NATIONAL_ROLES, type Role } from '@ec/contract/permissions/roles';
import type { ModuleLevels } from '@ec/contract/permissions/default-levels';
import {
  ancestorOf,
  areaRange,
  isInside,
  type LocationId,
  locationType,
  NATION,
} from '@ec/contract/geography/location-id';
import type { AlertAudience } from '@ec/contract/alerts/schemas';
import {
  ANNOUNCEMENT_AUTHORS,
  ANNOUNCEMENT_EDITORS,
  type AnnouncementReader,
  type Audience,
  reaches,
} from '@ec/contract/announcements/schemas';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { SMS_LENGTH } from '@ec/contract/results/sms';

/** More LGAs than this are not listed: a console with so wide an area reloads all. */
export const MAX_NAMED_LGAS = 50;

/** The first index whose value is not below the bound. */
function lowerBound(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The changed units inside an area: their number and LGAs; undefined if there are none. `units` holds each changed unit once, in ascending order. */
export function changesInside(
  units: readonly LocationId[],
  area: LocationId,
): { count: number; lgas: LocationId[] | null } | undefined {
  const { first, last } = areaRange(area);
  const inside = units.slice(lowerBound(units, first), lowerBound(units, last + 1));
  if (inside.length === 0) return undefined;
  const lgas = new Set(inside.flatMap((unit) => ancestorOf(unit, 'lga') ?? []));
  return { count: inside.length, lgas: lgas.size > MAX_NAMED_LGAS ? null : [...lgas] };
}

/** True for subscribers to changed results of their area: users with access to live results, administrators, and the unit's own officer. */
export function hearsOfResults(person: { role: Role; levels: ModuleLevels }, area: LocationId): boolean {
  return (
    person.levels.live_results !== 'none' || isOneOf(ADMIN_ROLES, person.role) || locationType(area) === 'polling_unit'
  );
}

/** True for subscribers to changed users and requests: administrators of the area, national roles, and the requester. */
export function hearsOfPeople(
  person: { userId: UserId; role: Role; areas: readonly LocationId[] },
  change: { area: LocationId | null; requesterId: UserId | null },
): boolean {
  if (person.userId === change.requesterId) return true;
  if (!isOneOf(ADMIN_ROLES, person.role)) return false;
  const { area } = change;
  return area === null ? person.areas.includes(NATION) : person.areas.some((own) => isInside(area, own));
}

/** True for subscribers to changed disputes about results of the unit: users who can see disputes there. */
export function hearsOfDisputes(
  person: { levels: ModuleLevels; areas: readonly LocationId[] },
  unit: LocationId,
): boolean {
  return person.levels.disputes !== 'none' && person.areas.some((own) => isInside(unit, own));
}

/** True for subscribers to a report: its requester, and users who can see reports of its area; one without an area is the nation's. */
export function hearsOfReports(
  person: { userId: UserId; levels: ModuleLevels; areas: readonly LocationId[] },
  report: { area: LocationId | null; requesterId: UserId },
): boolean {
  if (person.userId === report.requesterId) return true;
  return person.levels.reports !== 'none' && person.areas.some((own) => isInside(report.area ?? NATION, own));
}

/** The rights that decide which alerts a user receives. */
export interface Rights {
  role: Role;
  levels: ModuleLevels;
  /** The granted privileges of a restricted moderator; null for all others, and for checks of a role alone. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

/** The audiences of the user, regardless of place; none without read access to alerts. */
export function audiencesOf(person: Rights): AlertAudience[] {
  const { role, levels } = person;
  if (levels.alerts === 'none') return [];
  if (!isOneOf(ADMIN_ROLES, role)) return ['everyone'];
  const watches = levels.audit_logs !== 'none' && holdsPrivilege(person, 'canAccessAuditLogs');
  const security = isOneOf(NATIONAL_ROLES, role) && watches;
  return security ? ['everyone', 'admins', 'security'] : ['everyone', 'admins'];
}

/** True for subscribers to a changed alert; one without a place is the nation's. */
export function hearsOfAlerts(
  reader: Rights & { areas: readonly LocationId[] },
  { area, audience }: { area: LocationId | null; audience: AlertAudience },
) {
  if (!audiencesOf(reader).includes(audience)) return false;
  return reader.areas.some((own) => isInside(area ?? NATION, own));
}

/** True if all of the places are inside the user's areas. */
export function holdsAll({ areas: own }: { areas: readonly LocationId[] }, areas: readonly LocationId[]): boolean {
  return areas.every((area) => own.some((each) => isInside(area, each)));
}

/** True for subscribers to a changed announcement: users it reaches or reached, and those who manage it. */
export function hearsOfAnnouncements(reader: AnnouncementReader, audiences: readonly Audience[]): boolean {
  if (audiences.some((audience) => reaches(audience, reader))) return true;
  if (reader.levels.announcements === 'none') return false;
  const looking = isOneOf([...ANNOUNCEMENT_AUTHORS, ...ANNOUNCEMENT_EDITORS], reader.role);
  return looking && audiences.some(({ areas }) => holdsAll(reader, areas));
}

/** What is sent on a topic about which the user chose nothing. */
export const defaultChoice = (topic: NotificationTopic) => ({ sms: topic === 'returned', email: false });

/** The user's choices; an unset choice, or one stored in an older form, is the default. */
export function choicesOf(preferences: Record<string, unknown>): DeliveryChoices {
  const stored = preferences.notifications as Record<string, unknown> | undefined;
  const choiceOf = (topic: NotificationTopic) => DeliveryChoice.safeParse(stored?.[topic]).data ?? defaultChoice(topic);
  return Object.fromEntries(TOPICS.map((topic) => [topic, choiceOf(topic)])) as DeliveryChoices;
}

/** The user's quiet hours and digest; none where they chose none. */
export function timingOf(preferences: Record<string, unknown>): Timing {
  const quiet = QuietHours.safeParse(preferences['quiet']).data ?? null;
  return { quiet, digest: Digest.safeParse(preferences['digest']).data ?? 'off' };
}

/** True within the quiet hours; `time` is the local time as HH:MM. */
export function isQuiet({ quiet }: Pick<Timing, 'quiet'>, time: string): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Local time of daily digests. */
const DAILY_AT_MS = 7 * HOUR_MS;

/** Milliseconds from UTC to the local time, at most half a day. */
function offsetOf(now: Date, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const local = hours * 60 + minutes;
  const utc = now.getUTCHours() * 60 + now.getUTCMinutes();
  return (((local - utc + 2160) % 1440) - 720) * MINUTE_MS;
}

/** True when the notices held back since `oldest` are due: not in quiet hours, and at the full hour or at 07:00 as the user chose. */
export function digestIsDue(timing: Timing, { oldest, now, time }: { oldest: Date; now: Date; time: string }): boolean {
  if (isQuiet(timing, time)) return false;
  const offset = offsetOf(now, time);
  const passed = (length: number, shift: number) =>
    Math.floor((now.getTime() + shift) / length) > Math.floor((oldest.getTime() + shift) / length);
  switch (timing.digest) {
    case 'off':
      return true;
    case 'hourly':
      return passed(HOUR_MS, offset);
    case 'daily':
      return passed(DAY_MS, offset - DAILY_AT_MS);
  }
}

interface News {
  topic: NotificationTopic;
  title: string;
  message: string;
  actionUrl: string | null;
}

const baseOf = (publicUrl: string): string => publicUrl.replace(/\/+$/, '');

/**
 * On one line, without control characters and direction marks: user input must not change how the rest of a message, such as its link, is displayed.
 */
const plain = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** The notification cut to one SMS, with the address for the rest. Plain ASCII, because other characters would halve the available length. */
export function smsText({ title, message }: News, publicUrl: string | undefined): string {
  const where = publicUrl ? ` See ${baseOf(publicUrl)}/notifications` : ' See Notifications in the console.';
  const words = plain(`${title}: ${message}`);
  const room = SMS_LENGTH - where.length;
  return `${words.length <= room ? words : `${words.slice(0, Math.max(0, room - 3)).trimEnd()}...`}${where}`;
}

/** The title on one line, as the subject. */
export function emailSubject({ title }: Pick<News, 'title'>): string {
  return plain(title);
}

/** The whole notification with its link and the reason for sending it. */
export function emailText(
  { topic, title, message, actionUrl }: News,
  { systemName, publicUrl }: { systemName: string; publicUrl: string | undefined },
): string {
  const where = publicUrl
    ? `Open it: ${baseOf(publicUrl)}${actionUrl ?? '/notifications'}`
    : 'Sign in and open Notifications to read more.';
  const why = `You requested e-mail about "${NOTIFICATION_TOPICS[topic].title}" in ${systemName}. Change it under Your account, Notifications.`;
  return [title, message, where, why].join('\n\n');
}
