import type { ApprovalRequest, ApprovalStatus, ApprovalType, RequestKind } from '@ec/contract/approvals/schemas';
import type { UserStatus } from '@ec/contract/auth/schemas';
import type { UserId } from '@ec/contract/base/common';
import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { holdsPrivilege, type Privilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isSecondPersonRole, type Role } from '@ec/contract/permissions/roles';
import { needsSecondPerson } from '@ec/contract/users/schemas';
import { changedParts, holdsArea, levelOf, type Manager, mayActOn, pathToCreate, rolesToGive } from '../users/rules.ts';

/** Who may read requests; which of them, `visible` in queries.ts says. */
export const READERS = { roles: ADMIN_ROLES, module: 'approvals' } as const;

/** The facts that determine the approver: the requester, their office, and the requested role and place. */
export interface Decidable {
  status: ApprovalStatus;
  requesterId: UserId;
  requesterRole: Role;
  requesterArea: LocationId | null;
  targetUserId: UserId;
  /** The user's areas and roles at the time of the request, now, and as requested. */
  areas: readonly (LocationId | null)[];
  roles: readonly Role[];
}

/** Requester roles whose requests a national admin decides on. */
const DECIDED_BY_NATIONAL: readonly Role[] = [
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
];

/** The approver chain below the national office: which role decides on which requester's requests, inside its own area. */
const CHAIN: Partial<Record<Role, Role>> = { lga_admin: 'state_admin', ward_admin: 'lga_admin' };

/** The role that first receives a request of this requester role; those of regional and state admins go to a national admin. */
export function approverOf(requester: Role): Role {
  return CHAIN[requester] ?? (DECIDED_BY_NATIONAL.includes(requester) ? 'national_admin' : 'super_admin');
}

/** True if the approver table names this user for the requester. */
function isApprover(manager: Manager, request: Decidable): boolean {
  if (manager.role === 'super_admin' || manager.role === 'global_moderator') return true;
  if (manager.role === 'national_admin') return DECIDED_BY_NATIONAL.includes(request.requesterRole);
  const area = request.requesterArea;
  const named = CHAIN[request.requesterRole] === manager.role;
  return named && area !== null && manager.areas.some((own) => isInside(area, own));
}

/** An approver must outrank the requested role and hold all of the areas. */
function holdsAll(manager: Manager, request: Decidable): boolean {
  if (manager.role === 'super_admin') return true;
  const below = (role: Role) => levelOf(role) > levelOf(manager.role);
  const managed = (role: Role) => manager.privileges?.roles.includes(role) ?? true;
  return (
    request.roles.every((role) => below(role) && managed(role)) &&
    request.areas.every((area) => holdsArea(manager, area))
  );
}

/** True if a second national or super admin must decide, because the request concerns the office of one of them. */
export function takesSecondPerson({ requesterRole, roles }: Pick<Decidable, 'requesterRole' | 'roles'>): boolean {
  return isSecondPersonRole(requesterRole) && roles.some(isSecondPersonRole);
}

/** The reader's relation to a request: to decide, own, for another approver, or decided. */
export function standingOf(manager: Manager, request: Decidable): ApprovalRequest['standing'] {
  if (request.status !== 'PENDING') return 'decided';
  if (request.requesterId === manager.userId) return 'own';
  const able =
    request.targetUserId !== manager.userId &&
    atLeast(manager.levels.approvals, 'write') &&
    holdsPrivilege(manager, 'canManageApprovals') &&
    (takesSecondPerson(request)
      ? isSecondPersonRole(manager.role)
      : isApprover(manager, request) && holdsAll(manager, request));
  return able ? 'decide' : 'awaiting';
}

/** The stored type of the request. */
export function typeOf(kind: RequestKind, changesRole: boolean): ApprovalType {
  switch (kind) {
    case 'create':
      return 'USER_REGISTRATION';
    case 'modify':
      return changesRole ? 'ROLE_CHANGE' : 'DATA_MODIFICATION';
    case 'deactivate':
      return 'USER_DEACTIVATION';
    case 'delete':
      return 'USER_DELETION';
  }
}

/** The status of a pending user, by the role that decides. */
export function pendingStatusFor(
  requester: Role,
  role: Role,
): Extract<UserStatus, 'PENDING' | 'PENDING_NATIONAL_APPROVAL'> {
  const national = isSecondPersonRole(role) || approverOf(requester) === 'national_admin';
  return national ? 'PENDING_NATIONAL_APPROVAL' : 'PENDING';
}

/** The privilege a restricted moderator needs to raise, answer and withdraw such a request. */
export const PRIVILEGE_OF: Record<ApprovalType, Privilege> = {
  USER_REGISTRATION: 'canCreateUsers',
  DATA_MODIFICATION: 'canEditUsers',
  ROLE_CHANGE: 'canEditUsers',
  USER_DEACTIVATION: 'canEditUsers',
  USER_DELETION: 'canDeleteUsers',
};

/** True for users who can answer and withdraw their own request. */
export function maySpeakForOwn(manager: Pick<Manager, 'levels' | 'privileges'>, type: ApprovalType): boolean {
  return atLeast(manager.levels.user_management, 'write') && holdsPrivilege(manager, PRIVILEGE_OF[type]);
}

/**
 * True where the request needs a second person and shows them another account than the one that it would change: name, phone
 * or status of the person changed since it was raised, so that another person may use the account.
 */
export function showsAnother<T extends Parameters<typeof needsSecondPerson>[1]>(
  { userData, previousData }: { userData: T; previousData: T | null },
  now: T,
): boolean {
  if (!previousData) return false;
  const after = { ...now, ...changedParts(previousData, userData) };
  return needsSecondPerson(now, after) && Object.keys(changedParts(previousData, now)).length > 0;
}

/** How a refusal calls a person who changed since the request was raised. */
export const CHANGED_SINCE = 'no longer as this request shows them';

interface Office {
  role: Role;
  area: LocationId | null;
}

/** The facts of a request that decide who may raise it. */
export interface Asking {
  type: ApprovalType;
  targetUserId: UserId;
  userData: Office;
  /** The user's office at the time of the request; null for a registration. */
  previousData: Office | null;
  /** The user's present office. */
  target: Office;
}

/** True if the requester, in their present role, may request it of the user as they were and as they are now. */
export function mayStillAsk(manager: Manager, { type, targetUserId, userData, previousData, target }: Asking): boolean {
  if (!maySpeakForOwn(manager, type)) return false;
  const gives = (role: Role) => rolesToGive(manager).includes(role);
  if (!previousData) {
    const offers = ({ role, area }: Office) => gives(role) && holdsArea(manager, area);
    return pathToCreate(manager) !== 'no' && offers(userData) && offers(target);
  }
  const actsOn = ({ role, area }: Office) => mayActOn(manager, { id: targetUserId, role, area });
  const { role, area } = changedParts(
    { role: previousData.role, area: previousData.area },
    { role: userData.role, area: userData.area },
  );
  return (
    actsOn(previousData) &&
    actsOn(target) &&
    (role === undefined || gives(role)) &&
    (area === undefined || area === null || holdsArea(manager, area))
  );
}
