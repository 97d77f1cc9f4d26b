import type { UserId } from '@ec/contract/common';
import { DeliveryChoice, type DeliveryChoices, TOPICS } from '@ec/contract/notifications';
import { ADMIN_ROLES, type Role } from '@ec/contract/roles';
import type { ModuleLevels } from '@ec/contract/permissions';
import { ancestorOf, areaRange, isInside, type LocationId, locationType, NATION } from '@ec/contract/location-id';

/** More LGAs than this are not named: whoever watches so wide an area reads it anew as a whole. */
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

/**
 * What the people of an area are told of changed units: how many lie in it, and in which LGAs; undefined where none does.
 * `units` holds each changed unit once, in ascending order.
 */
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

/** Who hears of changed results of their area: who may see live results, the administrators, and the unit's own officer. */
export function hearsOfResults(person: { role: Role; levels: ModuleLevels }, area: LocationId): boolean {
  return (
    person.levels.live_results !== 'none' ||
    (ADMIN_ROLES as readonly Role[]).includes(person.role) ||
    locationType(area) === 'polling_unit'
  );
}

/** Who hears of changed users and requests: the administrators of the area, the national roles, and whoever asked. */
export function hearsOfPeople(
  person: { userId: UserId; role: Role; areas: readonly LocationId[] },
  change: { area: LocationId | null; requesterId: UserId | null },
): boolean {
  if (person.userId === change.requesterId) return true;
  if (!(ADMIN_ROLES as readonly Role[]).includes(person.role)) return false;
  const { area } = change;
  return area === null ? person.areas.includes(NATION) : person.areas.some((own) => isInside(area, own));
}

/** Who hears that a dispute about a result of the unit changed: whoever may see disputes there. */
export function hearsOfDisputes(
  person: { levels: ModuleLevels; areas: readonly LocationId[] },
  unit: LocationId,
): boolean {
  return person.levels.disputes !== 'none' && person.areas.some((own) => isInside(unit, own));
}

/** Who hears of a report: whoever asked for it, and who may see reports of its area; one without an area is the nation's. */
export function hearsOfReports(
  person: { userId: UserId; levels: ModuleLevels; areas: readonly LocationId[] },
  report: { area: LocationId | null; requesterId: UserId },
): boolean {
  if (person.userId === report.requesterId) return true;
  return person.levels.reports !== 'none' && person.areas.some((own) => isInside(report.area ?? NATION, own));
}

const NOTHING = { sms: false, email: false };

/** What the person has chosen; what they never chose, or an older version stored in another form, is not sent. */
export function choicesOf(preferences: Record<string, unknown>): DeliveryChoices {
  const stored = preferences.notifications as Record<string, unknown> | undefined;
  const choiceOf = (value: unknown) => DeliveryChoice.safeParse(value).data ?? NOTHING;
  return Object.fromEntries(TOPICS.map((topic) => [topic, choiceOf(stored?.[topic])])) as DeliveryChoices;
}
