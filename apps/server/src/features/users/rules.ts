import type { AccessNeed } from '@ec/contract/permissions/decide-access';
import type { UserStatus } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import {
  type HeldPrivileges,
  holdsPrivilege,
  isModeratorRole,
  type Privilege,
  PRIVILEGE_IDS,
  UNUSED_PRIVILEGES,
} from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, isSecondPersonRole, ROLE_IDS, type Role, ROLES } from '@ec/contract/permissions/roles';
import { FILE_IMPORT_ROLES } from '@ec/contract/users/import';
import { OFFICES, type Path, SETTABLE_STATUSES } from '@ec/contract/users/schemas';

/** The acting user: role, areas and granted privileges. */
export interface Manager {
  userId: UserId;
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: (Pick<HeldPrivileges, 'granted'> & { roles: readonly Role[] }) | null;
}

/** The user acted on. */
export interface Managed {
  id: UserId;
  role: Role;
  area: LocationId | null;
}

export const levelOf = (role: Role): number => ROLES[role].level;

const mayManageRole = ({ privileges }: Pick<Manager, 'privileges'>, role: Role) =>
  privileges?.roles.includes(role) ?? true;

/** The place is in one of the manager's areas; users without assignment belong to the nation. */
export function holdsArea(manager: Pick<Manager, 'areas'>, area: LocationId | null): boolean {
  return manager.areas.some((own) => (area === null ? own === NATION : isInside(area, own)));
}

/**
 * Whether one user can act on another: strictly below them in the organisation and inside their area. The super admin can act on all others; no
 * user acts on their own account here.
 */
export function mayActOn(manager: Manager, target: Managed): boolean {
  if (manager.userId === target.id) return false;
  if (manager.role === 'super_admin') return true;
  const below = levelOf(target.role) > levelOf(manager.role);
  return below && holdsArea(manager, target.area) && mayManageRole(manager, target.role);
}

const BESIDE = ['moderator', 'grassroot_admin', 'grassroot_moderator', 'gpuo', 'grassroot_puo'] as const;
const BELOW_MODERATORS = ['regional_admin', 'state_admin', 'lga_admin', 'ward_admin', 'polling_unit_officer'] as const;
const ALL = [...BELOW_MODERATORS, 'global_moderator', 'national_admin', ...BESIDE] as const;

/**
 * The roles that each role can assign, the form's default first. The roles beside the hierarchy (the grassroots count and the plain moderator) are
 * assigned by the national office, observers of a ward by its area admins.
 */
const GIVES: Partial<Record<Role, readonly Role[]>> = {
  super_admin: [...ALL, 'super_admin'],
  national_admin: ALL,
  global_moderator: BELOW_MODERATORS,
  regional_admin: ['state_admin'],
  state_admin: ['lga_admin'],
  lga_admin: ['ward_admin'],
  ward_admin: ['polling_unit_officer'],
};

/** The roles that the user can assign to a new user. */
export function rolesToGive(manager: Manager): Role[] {
  return (GIVES[manager.role] ?? []).filter((role) => mayManageRole(manager, role));
}

/** The roles that the target can have after a change: their present one, and those that the actor can assign. */
export function rolesFor(manager: Manager, target: Managed): Role[] {
  return [...new Set([target.role, ...rolesToGive(manager)])];
}

/** A user who gives a role to another, with what they are narrowed to themselves. */
export interface Giver {
  userId: UserId;
  privileges: (NonNullable<Manager['privileges']> & { validUntil: Date | null }) | null;
}

/** The privileges that a person is narrowed to. */
export interface Limits {
  granted: Privilege[];
  roles: Role[];
  validUntil: Date | null;
}

/** What a new holder of the role is narrowed to: to what all who give it hold. Null where none of these is narrowed, or the role cannot be. */
export function limitsFrom(givers: readonly Giver[], role: Role): Limits | null {
  const held = givers.flatMap(({ privileges }) => privileges ?? []);
  if (held.length === 0 || !isModeratorRole(role)) return null;
  const usable = PRIVILEGE_IDS.filter((id) => !UNUSED_PRIVILEGES[role].includes(id));
  const ends = held.flatMap(({ validUntil }) => validUntil?.getTime() ?? []);
  return {
    granted: usable.filter((id) => held.every(({ granted }) => granted[id])),
    roles: ROLE_IDS.filter((id) => levelOf(id) > levelOf(role) && held.every(({ roles }) => roles.includes(id))),
    validUntil: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  };
}

const CREATES_AT_ONCE: readonly Role[] = [
  'super_admin',
  'national_admin',
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
];
const CHANGES_AT_ONCE: readonly Role[] = ['super_admin', 'national_admin'];
const RESETS_PASSWORDS: readonly Role[] = ['super_admin', 'national_admin', 'global_moderator', 'regional_admin'];

const maySave = (manager: Manager) => atLeast(manager.levels.user_management, 'write');

/** True for roles whose changes of users become requests. */
export function raisesRequests(manager: Manager): boolean {
  return maySave(manager) && !CHANGES_AT_ONCE.includes(manager.role) && rolesToGive(manager).length > 0;
}

/** How the user creates users: directly, by request, or not at all. */
export function pathToCreate(manager: Manager): Path {
  if (!maySave(manager) || !holdsPrivilege(manager, 'canCreateUsers') || rolesToGive(manager).length === 0) return 'no';
  return CREATES_AT_ONCE.includes(manager.role) ? 'direct' : 'request';
}

/** How the user changes or deletes this one: directly for the two highest roles, by request for all others. */
export function pathToChange(manager: Manager, target: Managed, privilege: 'canEditUsers' | 'canDeleteUsers'): Path {
  if (!maySave(manager) || !holdsPrivilege(manager, privilege) || !mayActOn(manager, target)) return 'no';
  return CHANGES_AT_ONCE.includes(manager.role) ? 'direct' : 'request';
}

/** Never of a national or super admin: setting a password gives control of the account. */
export function mayResetPassword(manager: Manager, target: Managed): boolean {
  return (
    !isSecondPersonRole(target.role) &&
    RESETS_PASSWORDS.includes(manager.role) &&
    maySave(manager) &&
    holdsPrivilege(manager, 'canResetPasswords') &&
    mayActOn(manager, target)
  );
}

/**
 * An open invite is visible to users who create users or set passwords and can act on this one; its code, which opens the account, only to its
 * inviter. That of a national or super admin goes to their phone only, except for the first national admin.
 */
export function maySeeInvite(manager: Manager, target: Managed & { madeAlone: boolean }): boolean {
  if (isSecondPersonRole(target.role) && !target.madeAlone) return false;
  const given = (['canCreateUsers', 'canBulkImport', 'canResetPasswords'] as const).some((privilege) =>
    holdsPrivilege(manager, privilege),
  );
  return given && maySave(manager) && mayActOn(manager, target);
}

/** Who can import users, as far as the route can check. */
export const IMPORTERS = {
  roles: ADMIN_ROLES,
  module: 'user_management',
  level: 'write',
  privilege: 'canBulkImport',
} as const satisfies AccessNeed;

/** An import creates users directly: allowed for roles that create directly, and for a global moderator with the privilege. */
export function mayImport(manager: Manager): boolean {
  const direct = CREATES_AT_ONCE.includes(manager.role) || manager.role === 'global_moderator';
  return direct && maySave(manager) && holdsPrivilege(manager, 'canBulkImport') && rolesToGive(manager).length > 0;
}

/** The roles of an import from names and LGAs. */
export function textImportRoles(manager: Manager): Role[] {
  return mayImport(manager)
    ? rolesToGive(manager).filter((role) => role === 'lga_admin' || role === 'state_admin')
    : [];
}

/** The roles of an import from a file. */
export function fileImportRoles(manager: Manager): (typeof FILE_IMPORT_ROLES)[number][] {
  const given = mayImport(manager) ? rolesToGive(manager) : [];
  return FILE_IMPORT_ROLES.filter((role) => given.includes(role));
}

/** The place type that a role is assigned to. */
export const assignmentType = (role: Role): LocationType => ROLES[role].assignment;

/** True for roles with at most one holder per location. */
export function isOffice(role: Role): boolean {
  return isOneOf(OFFICES, role);
}

/** True for users who can be changed, deactivated or requested to be deleted: not pending and not deleted. */
export function isSettled(status: UserStatus): status is (typeof SETTABLE_STATUSES)[number] {
  return (SETTABLE_STATUSES as readonly UserStatus[]).includes(status);
}

/** The changed fields of a draft. */
export function changedParts<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key]);
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<T>;
}

/** The requester roles whose requests the role can see besides its own: those below; the national office sees all. */
export function visibleRequesters(role: Role): Role[] {
  if (role === 'super_admin' || role === 'national_admin' || role === 'global_moderator') return [...ROLE_IDS];
  return ROLE_IDS.filter((requester) => levelOf(requester) > levelOf(role));
}
