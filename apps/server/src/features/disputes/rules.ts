import { ROLE_IDS, type Role } from '@ec/contract/permissions/roles';
import { standsAbove } from '@ec/contract/disputes/schemas';
import { type Raised, type Reviewed, type Reviewer, resolveRefusal, type Sent } from '../results/decision-rules.ts';

/** True for users who can assign a dispute: those who can resolve it, and its raiser. */
export function mayAssign(reviewer: Reviewer, dispute: Raised & Sent & Pick<Reviewed, 'pollingUnitId'>): boolean {
  const refusal = resolveRefusal(reviewer, dispute);
  if (refusal === null) return true;
  return reviewer.userId === dispute.raisedBy && refusal.code !== 'NOT_FOUND' && refusal.code !== 'NOT_PERMITTED';
}

/** The roles whose disputes a holder of `role` can resolve. */
export function raisersBelow(role: Role): Role[] {
  return ROLE_IDS.filter((raiser) => standsAbove(role, raiser));
}
