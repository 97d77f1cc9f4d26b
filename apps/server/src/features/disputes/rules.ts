import { ROLE_IDS, type Role } from '@ec/contract/roles';
import { standsAbove } from '@ec/contract/disputes';
import { type Raised, type Reviewed, type Reviewer, resolveRefusal } from '../results/rules.ts';

/** Who gives a dispute to somebody: whoever may resolve it, and whoever raised it. */
export function mayAssign(
  reviewer: Reviewer,
  dispute: Raised & Pick<Reviewed, 'pollingUnitId' | 'submittedBy'>,
): boolean {
  const refusal = resolveRefusal(reviewer, dispute);
  if (refusal === null) return true;
  return reviewer.userId === dispute.raisedBy && refusal.code !== 'NOT_FOUND' && refusal.code !== 'NOT_PERMITTED';
}

/** The roles whose disputes a holder of `role` may resolve. */
export function raisersBelow(role: Role): Role[] {
  return ROLE_IDS.filter((raiser) => standsAbove(role, raiser));
}
