import type { AccessNeed } from '@ec/contract/permissions/access';
import type { UserStatus } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId, type LocationType, NATION } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/levels';
import { type HeldPrivileges, holdsPrivilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isSecondPersonRole, ROLE_IDS, type Role, ROLES } from '@ec/contract/permissions/roles';
import { FILE_IMPORT_ROLES } from '@ec/contract/users/import';
import { OFFICES, type Path, SETTABLE_STATUSES } from '@ec/contract/users/schemas';

/** Who acts: their role, where, and what is granted to them. */
export interface Manager {
  userId: UserId;
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  privileges: (Pick<HeldPrivileges, 'granted'> & { roles: readonly Role[] }) | null;
}

/** Whom it is about. */
export interface Managed {
  id: UserId;
  role: Role;
  area: LocationId | null;
}

export const levelOf = (role: Role): number => ROLES[role].level;

const mayManageRole = ({ privileges }: Pick<Manager, 'privileges'>, role: Role) =>
  privileges?.roles.includes(role) ?? true;

/** The place lies in one of the manager's areas; who is assigned nowhere is the nation's. */
export function holdsArea(manager: Pick<Manager, 'areas'>, area: LocationId | null): boolean {
  return manager.areas.some((own) => (area === null ? own === NATION : isInside(area, own)));
}

/**
 * Whether one person may act on another: strictly below them in the organisation and inside their area. The super admin
 * may act on anyone; nobody acts on themselves.
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
 * The roles that each role may give, the form's default first. The roles beside the hierarchy (the grassroots count and
 * the plain moderator) are the national office's to give, and the observers of a ward its area admins'.
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

/** The roles that the person may give to somebody new. */
export function rolesToGive(manager: Manager): Role[] {
  return (GIVES[manager.role] ?? []).filter((role) => mayManageRole(manager, role));
}

/** The roles that the target may have after a change: theirs, and those that the person may give. */
export function rolesFor(manager: Manager, target: Managed): Role[] {
  return [...new Set([target.role, ...rolesToGive(manager)])];
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

/** True for those whose changes of users become requests. */
export function raisesRequests(manager: Manager): boolean {
  return maySave(manager) && !CHANGES_AT_ONCE.includes(manager.role) && rolesToGive(manager).length > 0;
}

/** How the person creates users: at once, by a request, or not at all. */
export function pathToCreate(manager: Manager): Path {
  if (!maySave(manager) || !holdsPrivilege(manager, 'canCreateUsers') || rolesToGive(manager).length === 0) return 'no';
  return CREATES_AT_ONCE.includes(manager.role) ? 'direct' : 'request';
}

/** How the person changes (or deletes) this one: at once for the two highest, by a request for everybody else. */
export function pathToChange(manager: Manager, target: Managed, privilege: 'canEditUsers' | 'canDeleteUsers'): Path {
  if (!maySave(manager) || !holdsPrivilege(manager, privilege) || !mayActOn(manager, target)) return 'no';
  return CHANGES_AT_ONCE.includes(manager.role) ? 'direct' : 'request';
}

/** Never of a national or super admin: who sets a password holds the account. */
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
 * An open invite is known to those only who bring people in or set passwords, and who may act on this person; its code, which
 * opens the account, is shown to its inviter alone. That of a national or super
 * admin goes to their phone only, but for the one that one person made alone.
 */
export function maySeeInvite(manager: Manager, target: Managed & { madeAlone: boolean }): boolean {
  if (isSecondPersonRole(target.role) && !target.madeAlone) return false;
  const given = (['canCreateUsers', 'canBulkImport', 'canResetPasswords'] as const).some((privilege) =>
    holdsPrivilege(manager, privilege),
  );
  return given && maySave(manager) && mayActOn(manager, target);
}

/** Who imports users, as far as a call can say. */
export const IMPORTERS = {
  roles: ADMIN_ROLES,
  module: 'user_management',
  level: 'write',
  privilege: 'canBulkImport',
} as const satisfies AccessNeed;

/** Importing creates at once: whoever creates so may, and a global moderator, for whom it is a privilege of its own. */
export function mayImport(manager: Manager): boolean {
  const direct = CREATES_AT_ONCE.includes(manager.role) || manager.role === 'global_moderator';
  return direct && maySave(manager) && holdsPrivilege(manager, 'canBulkImport') && rolesToGive(manager).length > 0;
}

/** The roles of an import by names and LGAs. */
export function textImportRoles(manager: Manager): Role[] {
  return mayImport(manager)
    ? rolesToGive(manager).filter((role) => role === 'lga_admin' || role === 'state_admin')
    : [];
}

/** The roles of an import by file. */
export function fileImportRoles(manager: Manager): (typeof FILE_IMPORT_ROLES)[number][] {
  const given = mayImport(manager) ? rolesToGive(manager) : [];
  return FILE_IMPORT_ROLES.filter((role) => given.includes(role));
}

/** The kind of place that a role is assigned to. */
export const assignmentType = (role: Role): LocationType => ROLES[role].assignment;

/** True for the roles of which a location has one holder at most. */
export function isOffice(role: Role): boolean {
  return (OFFICES as readonly Role[]).includes(role);
}

/** True for people who can be changed, deactivated or asked to be deleted: neither waiting for approval nor gone. */
export function isSettled(status: UserStatus): status is (typeof SETTABLE_STATUSES)[number] {
  return (SETTABLE_STATUSES as readonly UserStatus[]).includes(status);
}

/** The parts of a draft that differ. */
export function changedParts<T extends object>(before: T, after: T): Partial<T> {
  const changed = (Object.keys(after) as (keyof T)[]).filter((key) => before[key] !== after[key]);
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<T>;
}

/** The requesters whose requests somebody sees besides their own: those below them; the national office sees all. */
export function visibleRequesters(role: Role): Role[] {
  if (role === 'super_admin' || role === 'national_admin' || role === 'global_moderator') return [...ROLE_IDS];
  return ROLE_IDS.filter((requester) => levelOf(requester) > levelOf(role));
}
