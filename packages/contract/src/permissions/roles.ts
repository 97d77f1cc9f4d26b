import type { LocationType } from '../geography/location-id.ts';

/**
 * The thirteen roles of the permission table. `level` orders them (a lower number is higher in the organisation); `assignment` is the type of the
 * assigned location, the widest area in which a holder acts.
 */
export const ROLES = {
  super_admin: { title: 'Super Admin', header: 'Super Administration', level: 1, assignment: 'national' },
  national_admin: { title: 'National Admin', header: 'National Administration', level: 2, assignment: 'national' },
  global_moderator: { title: 'Global Moderator', header: 'Global Moderation', level: 3, assignment: 'national' },
  regional_admin: { title: 'Regional Admin', header: 'Regional Administration', level: 4, assignment: 'region' },
  state_admin: { title: 'State Admin', header: 'State Administration', level: 5, assignment: 'state' },
  lga_admin: { title: 'LGA Admin', header: 'LGA Administration', level: 6, assignment: 'lga' },
  ward_admin: { title: 'Ward Admin', header: 'Ward Administration', level: 7, assignment: 'ward' },
  polling_unit_officer: {
    title: 'Polling Unit Officer',
    header: 'Polling Unit',
    level: 8,
    assignment: 'polling_unit',
  },
  moderator: { title: 'Moderator', header: 'Moderation', level: 9, assignment: 'national' },
  grassroot_admin: { title: 'Grassroots Admin', header: 'Grassroots Administration', level: 9, assignment: 'state' },
  grassroot_moderator: { title: 'Grassroots Moderator', header: 'Grassroots Moderation', level: 9, assignment: 'lga' },
  gpuo: { title: 'Grassroots PU Officer', header: 'Grassroots Polling Unit', level: 10, assignment: 'polling_unit' },
  grassroot_puo: {
    title: 'Grassroots Unit Observer',
    header: 'Grassroots Polling Unit',
    level: 10,
    assignment: 'polling_unit',
  },
} as const satisfies Record<string, { title: string; header: string; level: number; assignment: LocationType }>;

export type Role = keyof typeof ROLES;

export const ROLE_IDS = Object.keys(ROLES) as [Role, ...Role[]];

/** The eight roles of the hierarchy, high to low. The other five are beside it. */
export const HIERARCHY = [
  'super_admin',
  'national_admin',
  'global_moderator',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
] as const satisfies readonly Role[];

export const ADMIN_ROLES = [
  'super_admin',
  'national_admin',
  'global_moderator',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
] as const satisfies readonly Role[];

export const NATIONAL_ROLES = ['super_admin', 'national_admin', 'global_moderator'] as const satisfies readonly Role[];

/** The roles that may take over a pending result from its ward. */
export const TAKEOVER_ROLES = [
  'lga_admin',
  'state_admin',
  'regional_admin',
  'national_admin',
] as const satisfies readonly Role[];

/** The roles that need a second approver from among their holders, also for changes that could hand over a holder's account. */
export const SECOND_PERSON_ROLES = ['super_admin', 'national_admin'] as const satisfies readonly Role[];

export const isOneOf = (roles: readonly Role[], role: Role): boolean => roles.includes(role);

export const isSecondPersonRole = (role: Role): boolean => isOneOf(SECOND_PERSON_ROLES, role);

/** The roles that enter results, and the count of each. */
export const OFFICER_SOURCES = {
  polling_unit_officer: 'official',
  gpuo: 'grassroots',
  grassroot_puo: 'grassroots',
} as const satisfies Partial<Record<Role, 'official' | 'grassroots'>>;

export const OFFICER_ROLES = Object.keys(OFFICER_SOURCES) as (keyof typeof OFFICER_SOURCES)[];
/** Those that send results of the count. */
export const officerRoles = (source: (typeof OFFICER_SOURCES)[keyof typeof OFFICER_SOURCES]) =>
  OFFICER_ROLES.filter((role) => OFFICER_SOURCES[role] === source);

/** The roles that open photos of sheets, each within its bounds. */
export const SHEET_ROLES = [...ADMIN_ROLES, ...OFFICER_ROLES, 'moderator'] as const satisfies readonly Role[];

/** The roles that may enter forms of collation: administrators for their level, and those of them who are assigned to a centre. */
export const COLLATION_ROLES = [...ADMIN_ROLES, 'polling_unit_officer', 'moderator'] as const satisfies readonly Role[];

/** Parses any spelling (SUPERADMIN, Super Admin, super-admin) to its role, or undefined. */
export function normaliseRole(spelling: string): Role | undefined {
  const snake = spelling
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const role = snake === 'superadmin' ? 'super_admin' : snake;
  return Object.hasOwn(ROLES, role) ? (role as Role) : undefined;
}
