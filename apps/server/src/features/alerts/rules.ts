import {
  ALERT_RULE_IDS,
  ALERT_RULES,
  type AlertAudience,
  type AlertPriority,
  type AlertRule,
} from '@ec/contract/alerts/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import { chainOf, isInside, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import type { DeliveryChannel } from '@ec/contract/notifications/schemas';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, NATIONAL_ROLES, type Role, ROLES } from '@ec/contract/permissions/roles';
import { ownCount } from '../elections/rules.ts';
import { audiencesOf, type Rights } from '../notifications/rules.ts';

export interface Reader {
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  /** The granted privileges of a restricted moderator; null for all others, and for checks of a role alone. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

export const rulesOf = (audience: AlertAudience): AlertRule[] =>
  ALERT_RULE_IDS.filter((rule) => ALERT_RULES[rule].audience === audience);

/** The rules whose alerts the user can see, regardless of place. */
export function rulesReaching(person: Rights): AlertRule[] {
  return audiencesOf(person).flatMap(rulesOf);
}

/** The only count whose alerts officers and grassroots observers see; undefined for other roles. */
export function countOf({ role }: Pick<Reader, 'role'>): Source | undefined {
  return ownCount(role);
}

/** What the user sees of all alerts, as a text: a mark "read up to here" counts while it is the same. */
export const reachOf = ({ role, areas }: Reader): string => [role, ...areas.toSorted((a, b) => a - b)].join(' ');

/**
 * How a notice about alerts of these priorities reaches its user: about critical ones at once, about critical and high ones by all channels, about
 * others in the console and in digests alone.
 */
export function urgencyOf(priorities: readonly AlertPriority[]): { urgent: boolean; by?: readonly DeliveryChannel[] } {
  const urgent = priorities.includes('critical');
  return { urgent, ...(!urgent && !priorities.includes('high') && { by: [] }) };
}

/** True for users who can acknowledge alerts of their area and own them: administrators with write access to alerts. */
export function takesCare(person: Rights): boolean {
  const { role, levels } = person;
  return isOneOf(ADMIN_ROLES, role) && atLeast(levels.alerts, 'write') && holdsPrivilege(person, 'canManageAlerts');
}

/** True for readers who see which administrator raised, acknowledged and owns an alert. */
export function seesNames({ role }: Pick<Reader, 'role'>): boolean {
  return isOneOf(ADMIN_ROLES, role);
}

interface Taken {
  acknowledgedBy: { id: string } | null;
  owner: { id: string; role: Role } | null;
  ownerGone: boolean;
}

/**
 * Whether the user can reassign an acknowledged alert: its owner, the user who acknowledged it, and administrators above the owner; any administrator
 * where the owner is gone.
 */
export function mayPassOn(reader: Reader & { userId: string }, { acknowledgedBy, owner, ownerGone }: Taken): boolean {
  if (!takesCare(reader)) return false;
  if (reader.userId === acknowledgedBy?.id || reader.userId === owner?.id) return true;
  return owner === null || ownerGone || ROLES[reader.role].level < ROLES[owner.role].level;
}

/** The role in charge of an area, by its type; none for a polling unit. */
const OFFICES: Record<ReturnType<typeof locationType>, readonly Role[]> = {
  national: NATIONAL_ROLES,
  region: ['regional_admin'],
  state: ['state_admin'],
  lga: ['lga_admin'],
  ward: ['ward_admin'],
  polling_unit: [],
};

/** The roles that can be responsible for an alert, given their access levels. */
export function officesOf(levels: Record<Role, ModuleLevels>): Role[] {
  return ADMIN_ROLES.filter((role) => takesCare({ role, levels: levels[role], privileges: null }));
}

export interface Administrator {
  id: string;
  role: Role;
  /** The area of their office. */
  area: LocationId;
  /** The areas where they act; for a restricted moderator less than the office's area. */
  areas: readonly LocationId[];
}

/** The level responsible for an alert, and its administrators. */
export interface Office<Person extends Administrator> {
  level: LocationId;
  people: Person[];
}

/**
 * The lowest level from `from` upward with an active administrator whose area contains the place; the nation if there is none. `administrators` must
 * contain those of all levels of the place. Without the user `except`, who knows of the alert.
 */
export function officeOf<Person extends Administrator>(
  place: LocationId,
  from: LocationId,
  administrators: ReadonlyMap<LocationId, readonly Person[]>,
  except: string | null = null,
): Office<Person> {
  for (const level of chainOf(from).toReversed()) {
    const roles = OFFICES[locationType(level)];
    const people = (administrators.get(level) ?? []).filter(
      ({ id, role, areas }) => id !== except && roles.includes(role) && areas.some((own) => isInside(place, own)),
    );
    if (people.length > 0) return { level, people };
  }
  return { level: NATION, people: [] };
}
