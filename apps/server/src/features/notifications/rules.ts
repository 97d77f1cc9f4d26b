import type { UserId } from '@ec/contract/base/common';
import {
  DeliveryChoice,
  type DeliveryChoices,
  type NotificationTopic,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import { ADMIN_ROLES, type Role } from '@ec/contract/permissions/roles';
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
import { NATIONAL_ROLES } from '@ec/contract/permissions/roles';

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
    person.levels.live_results !== 'none' ||
    (ADMIN_ROLES as readonly Role[]).includes(person.role) ||
    locationType(area) === 'polling_unit'
  );
}

/** True for subscribers to changed users and requests: administrators of the area, national roles, and the requester. */
export function hearsOfPeople(
  person: { userId: UserId; role: Role; areas: readonly LocationId[] },
  change: { area: LocationId | null; requesterId: UserId | null },
): boolean {
  if (person.userId === change.requesterId) return true;
  if (!(ADMIN_ROLES as readonly Role[]).includes(person.role)) return false;
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

const isOneOf = (roles: readonly Role[], role: Role): boolean => roles.includes(role);

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
