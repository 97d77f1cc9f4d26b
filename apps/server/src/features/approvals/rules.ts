import type { ApprovalRequest, ApprovalStatus, ApprovalType, RequestKind } from '@ec/contract/approvals';
import type { UserStatus } from '@ec/contract/auth';
import type { UserId } from '@ec/contract/common';
import { isInside, type LocationId } from '@ec/contract/location-id';
import { atLeast } from '@ec/contract/permissions';
import { type Role, ROLE_IDS } from '@ec/contract/roles';
import { hasPrivilege, holdsArea, levelOf, type Manager } from '../users/rules.ts';

/** What decides who decides: who asked, from which office, and whom it would put where. */
export interface Decidable {
  status: ApprovalStatus;
  requesterId: UserId;
  requesterRole: Role;
  requesterArea: LocationId | null;
  targetUserId: UserId;
  /** The person's area and role as they were when it was asked, as they are now and as they would be. */
  areas: readonly (LocationId | null)[];
  roles: readonly Role[];
}

/** The requesters whose requests a national admin decides on. */
const DECIDED_BY_NATIONAL: readonly Role[] = [
  'regional_admin',
  'state_admin',
  'lga_admin',
  'ward_admin',
  'polling_unit_officer',
];

/** The approver chain below the national office: who decides on whose requests, inside their own area. */
const CHAIN: Partial<Record<Role, Role>> = { lga_admin: 'state_admin', ward_admin: 'lga_admin' };

/** The role that a request of this role goes to first; those of regional and state admins go to a national admin. */
export function approverOf(requester: Role): Role {
  return CHAIN[requester] ?? (DECIDED_BY_NATIONAL.includes(requester) ? 'national_admin' : 'super_admin');
}

/** True where the table of approvers names this person for the requester. */
function isApprover(manager: Manager, request: Decidable): boolean {
  if (manager.role === 'super_admin' || manager.role === 'global_moderator') return true;
  if (manager.role === 'national_admin') return DECIDED_BY_NATIONAL.includes(request.requesterRole);
  const area = request.requesterArea;
  const named = CHAIN[request.requesterRole] === manager.role;
  return named && area !== null && manager.areas.some((own) => isInside(area, own));
}

/** Nobody lets through what they do not hold themselves: a role as high as their own, or an area that is not theirs. */
function holdsAll(manager: Manager, request: Decidable): boolean {
  if (manager.role === 'super_admin') return true;
  const below = (role: Role) => levelOf(role) > levelOf(manager.role);
  const managed = (role: Role) => manager.privileges?.roles.includes(role) ?? true;
  return (
    request.roles.every((role) => below(role) && managed(role)) &&
    request.areas.every((area) => holdsArea(manager, area))
  );
}

/** How the reader stands to a request: theirs to decide, their own, somebody else's to decide, or decided. */
export function standingOf(manager: Manager, request: Decidable): ApprovalRequest['standing'] {
  if (request.status !== 'PENDING') return 'decided';
  if (request.requesterId === manager.userId) return 'own';
  const able =
    request.targetUserId !== manager.userId &&
    atLeast(manager.levels.approvals, 'write') &&
    hasPrivilege(manager, 'canManageApprovals') &&
    isApprover(manager, request) &&
    holdsAll(manager, request);
  return able ? 'decide' : 'awaiting';
}

/** The requesters whose requests somebody sees besides their own: those below them; the national office sees all. */
export function visibleRequesters(role: Role): Role[] {
  if (role === 'super_admin' || role === 'national_admin' || role === 'global_moderator') return [...ROLE_IDS];
  return ROLE_IDS.filter((requester) => levelOf(requester) > levelOf(role));
}

/** The type under which a request is kept. */
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

/** The status of a person who waits for their registration, by who is to decide. */
export function pendingStatusFor(requester: Role): Extract<UserStatus, 'PENDING' | 'PENDING_NATIONAL_APPROVAL'> {
  return approverOf(requester) === 'national_admin' ? 'PENDING_NATIONAL_APPROVAL' : 'PENDING';
}

/** True for those whose calls about requests of their own are taken: to raise, answer and withdraw them. */
export function maySpeakForOwn(manager: Pick<Manager, 'levels'>): boolean {
  return atLeast(manager.levels.user_management, 'write');
}
