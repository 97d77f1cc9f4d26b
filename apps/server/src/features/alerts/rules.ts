import { ALERT_RULE_IDS, ALERT_RULES, type AlertAudience, type AlertRule } from '@ec/contract/alerts/schemas';
import type { Source } from '@ec/contract/elections/schemas';
import { chainOf, isInside, type LocationId, locationType, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, NATIONAL_ROLES, type Role, ROLES } from '@ec/contract/permissions/roles';
import { ownCount } from '../elections/rules.ts';
import { audiencesOf, type Rights } from '../notifications/rules.ts';

export interface Reader {
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  /** What is granted to a narrowed moderator; null for all others, and where only a role is asked about. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

const isOneOf = (roles: readonly Role[], role: Role): boolean => roles.includes(role);

export const rulesOf = (audience: AlertAudience): AlertRule[] =>
  ALERT_RULE_IDS.filter((rule) => ALERT_RULES[rule].audience === audience);

/** The rules whose alerts reach the person, wherever their place is. */
export function rulesReaching(person: Rights): AlertRule[] {
  return audiencesOf(person).flatMap(rulesOf);
}

/** The one count whose alerts reach officers and the grassroots, who do not see the other; undefined for all others. */
export function countOf({ role }: Pick<Reader, 'role'>): Source | undefined {
  return ownCount(role);
}

/** Who acknowledges alerts of their area and may be given them: administrators with write on alerts. */
export function takesCare(person: Rights): boolean {
  const { role, levels } = person;
  return isOneOf(ADMIN_ROLES, role) && atLeast(levels.alerts, 'write') && holdsPrivilege(person, 'canManageAlerts');
}

/** True for those who are told which administrators raised, acknowledged and have an alert. */
export function seesNames({ role }: Pick<Reader, 'role'>): boolean {
  return isOneOf(ADMIN_ROLES, role);
}

interface Taken {
  acknowledgedBy: string | null;
  owner: { id: string; role: Role } | null;
}

/**
 * Whether the person may give an acknowledged alert to another: whoever has it, whoever acknowledged it, and whoever
 * stands above who has it.
 */
export function mayPassOn(reader: Reader & { userId: string }, { acknowledgedBy, owner }: Taken): boolean {
  if (!takesCare(reader)) return false;
  if (reader.userId === acknowledgedBy || reader.userId === owner?.id) return true;
  return owner === null || ROLES[reader.role].level < ROLES[owner.role].level;
}

/** Who is in charge of an area, by its kind; nobody is, of a polling unit. */
const OFFICES: Record<ReturnType<typeof locationType>, readonly Role[]> = {
  national: NATIONAL_ROLES,
  region: ['regional_admin'],
  state: ['state_admin'],
  lga: ['lga_admin'],
  ward: ['ward_admin'],
  polling_unit: [],
};

/** The roles that could be in charge of an alert, given what they may do. */
export function officesOf(levels: Record<Role, ModuleLevels>): Role[] {
  return ADMIN_ROLES.filter((role) => takesCare({ role, levels: levels[role], privileges: null }));
}

export interface Administrator {
  id: string;
  role: Role;
  /** Where their office is. */
  area: LocationId;
  /** All that they act in: less than their office's area where a moderator is narrowed. */
  areas: readonly LocationId[];
}

/** The level that is responsible for an alert, and its administrators. */
export interface Office<Person extends Administrator> {
  level: LocationId;
  people: Person[];
}

/**
 * The lowest level from `from` up with an active administrator whose area holds the place; the nation where there is none.
 * `administrators` holds those of all levels of the place.
 */
export function officeOf<Person extends Administrator>(
  place: LocationId,
  from: LocationId,
  administrators: ReadonlyMap<LocationId, readonly Person[]>,
): Office<Person> {
  for (const level of chainOf(from).toReversed()) {
    const roles = OFFICES[locationType(level)];
    const people = (administrators.get(level) ?? []).filter(
      ({ role, areas }) => roles.includes(role) && areas.some((own) => isInside(place, own)),
    );
    if (people.length > 0) return { level, people };
  }
  return { level: NATION, people: [] };
}
