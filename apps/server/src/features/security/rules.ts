import type { SessionId, UserId } from '@ec/contract/base/common';
import type { LocationId } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import type { Role } from '@ec/contract/permissions/roles';
import { type Manager, mayActOn } from '../users/rules.ts';

export interface Target {
  id: UserId;
  role: Role;
  area: LocationId | null;
}

/** Whether the actor can end the user's session or unlock them: below their own level and in their area. */
export function mayActHere(actor: Manager, target: Target): boolean {
  const mayWrite = atLeast(actor.levels.audit_logs, 'write') && holdsPrivilege(actor, 'canManageSecurity');
  return mayWrite && mayActOn(actor, target);
}

export type EndRefusal = 'OWN_SESSION' | 'NOT_BELOW_YOU';

/** Why the actor cannot end the session; null if they can. */
export function endRefusal(
  actor: Manager & { sessionId: SessionId },
  session: { id: SessionId; user: Target },
): EndRefusal | null {
  if (session.id === actor.sessionId) return 'OWN_SESSION';
  return mayActHere(actor, session.user) ? null : 'NOT_BELOW_YOU';
}

const REASONS: Record<string, string> = {
  password: 'Wrong password',
  code: 'Wrong verification code',
  'current password': 'Wrong current password',
};
const STATUSES: Record<string, string> = {
  INACTIVE: 'The account is inactive',
  SUSPENDED: 'The account is suspended',
  PENDING: 'The account waits for approval',
  PENDING_NATIONAL_APPROVAL: 'The account waits for approval',
};

/** Why an attempt was refused, in words; `known` is false if no account has the phone number. */
export function reasonText({ reason, status }: { reason?: unknown; status?: unknown }, known: boolean): string {
  if (reason === 'not active') return STATUSES[String(status)] ?? 'The account is not active';
  if (reason === 'password' && !known) return 'No account has this number';
  return REASONS[String(reason)] ?? 'Refused';
}
