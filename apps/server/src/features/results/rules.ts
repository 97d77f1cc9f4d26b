import { isInside, type LocationId } from '@ec/contract/location-id';
import { ballotOf, OTHERS } from '@ec/contract/parties';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions';
import type { ResultStatus, UnitStatus } from '@ec/contract/results';
import { standsAbove } from '@ec/contract/disputes';
import { ADMIN_ROLES, OFFICER_SOURCES, type Role } from '@ec/contract/roles';
import type { FlagCode } from '@ec/contract/sheet';
import type { ElectionStatus, Source } from '@ec/contract/elections';

export type Decision = 'verify' | 'return' | 'dispute' | 'cancel';
export const DECISIONS = ['verify', 'return', 'dispute', 'cancel'] as const satisfies readonly Decision[];

/**
 * The state machine of a result (docs/states.md). `returned` waits for the officer's next version; `verified` can only
 * be disputed; a dispute ends verified, returned or cancelled. Pending goes to cancelled only under section 51 (over-voting).
 */
const MOVES: Record<Decision, { from: readonly ResultStatus[]; to: ResultStatus; done: string }> = {
  verify: { from: ['pending', 'disputed'], to: 'verified', done: 'verified' },
  return: { from: ['pending', 'disputed'], to: 'returned', done: 'returned' },
  dispute: { from: ['pending', 'verified'], to: 'disputed', done: 'disputed' },
  cancel: { from: ['pending', 'disputed'], to: 'cancelled', done: 'cancelled' },
};

export function moveOf(decision: Decision) {
  return MOVES[decision];
}

/** The count a role's submissions belong to; undefined for those who submit none. */
export function sourceOf(role: Role): Source | undefined {
  return Object.hasOwn(OFFICER_SOURCES, role) ? OFFICER_SOURCES[role as keyof typeof OFFICER_SOURCES] : undefined;
}

/** How a unit stands in an election, from its result (null: none). */
export function unitStatus(status: ResultStatus | null): UnitStatus {
  if (status === null || status === 'returned') return 'pending';
  if (status === 'pending') return 'submitted';
  if (status === 'verified') return 'approved';
  return status;
}

export interface Reviewer {
  userId: string;
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
}

export interface Reviewed {
  status: ResultStatus;
  pollingUnitId: LocationId;
  /** Who entered the newest version. */
  submittedBy: string;
  flags: readonly string[];
  /** True while the ward has an active admin, who then decides first. */
  wardHasAdmin: boolean;
  /** The open dispute; there is one if and only if the result is disputed. */
  dispute: Raised | null;
}

/** Who raised a dispute, in the role that they had then; nobody, where the system did. */
export interface Raised {
  raisedBy: string | null;
  raisedRole: Role | null;
}

export type Refusal =
  | { code: 'NOT_FOUND' }
  | { code: 'NOT_PERMITTED' }
  | { code: 'OWN_RESULT' }
  | { code: 'NOT_YOUR_DECISION' }
  | { code: 'DISPUTE_FOR_LEVEL_ABOVE' }
  | { code: 'RESULT_TRANSITION' }
  | { code: 'OVER_VOTING_NOT_VERIFIABLE' }
  | { code: 'CANCEL_WITHOUT_GROUND' };

const OVER_VOTING: FlagCode = 'OVER_VOTING';

const isAdmin = (role: Role): boolean => (ADMIN_ROLES as readonly Role[]).includes(role);

/** Whether the person may do anything about results of the unit: in their area, with write on disputes. */
function areaRefusal(reviewer: Reviewer, unit: LocationId): Refusal | null {
  if (!reviewer.areas.some((area) => isInside(unit, area))) return { code: 'NOT_FOUND' };
  return atLeast(reviewer.levels.disputes, 'write') ? null : { code: 'NOT_PERMITTED' };
}

/** Whether the person may decide on results of the unit at all, whatever their state. */
export function reviewRefusal(
  reviewer: Reviewer,
  result: Pick<Reviewed, 'pollingUnitId' | 'submittedBy'>,
): Refusal | null {
  const general = areaRefusal(reviewer, result.pollingUnitId);
  if (general) return general;
  if (!isAdmin(reviewer.role)) return { code: 'NOT_PERMITTED' };
  return reviewer.userId === result.submittedBy ? { code: 'OWN_RESULT' } : null;
}

/** The raiser's role, for the comparison of levels: what the system raised stands as a ward admin's. */
const raisedRoleOf = ({ raisedRole }: Pick<Raised, 'raisedRole'>): Role => raisedRole ?? 'ward_admin';

/** The administrators from the unit up; of the three that act nationwide, those first who run the election. */
const NEAREST_FIRST = [
  'ward_admin',
  'lga_admin',
  'state_admin',
  'regional_admin',
  'national_admin',
  'global_moderator',
  'super_admin',
] as const satisfies readonly Role[];

/** The roles that stand above whoever raised the dispute, the nearest first. */
export function rolesAbove(raised: Pick<Raised, 'raisedRole'>): Role[] {
  return NEAREST_FIRST.filter((role) => standsAbove(role, raisedRoleOf(raised)));
}

/**
 * Whether the person may resolve the dispute: an admin of the unit's areas who stands above the raiser, is not the raiser
 * and did not enter the figures.
 */
export function resolveRefusal(
  reviewer: Reviewer,
  dispute: Raised & Pick<Reviewed, 'pollingUnitId' | 'submittedBy'>,
): Refusal | null {
  const outside = areaRefusal(reviewer, dispute.pollingUnitId);
  if (outside) return outside;
  if (!isAdmin(reviewer.role)) return { code: 'DISPUTE_FOR_LEVEL_ABOVE' };
  const own = reviewRefusal(reviewer, dispute);
  if (own) return own;
  const above = reviewer.userId !== dispute.raisedBy && standsAbove(reviewer.role, raisedRoleOf(dispute));
  return above ? null : { code: 'DISPUTE_FOR_LEVEL_ABOVE' };
}

/** What the figures themselves forbid. */
function figuresRefusal(result: Reviewed, decision: Decision): Refusal | null {
  const overVoted = result.flags.includes(OVER_VOTING);
  if (decision === 'verify' && overVoted) return { code: 'OVER_VOTING_NOT_VERIFIABLE' };
  if (decision === 'cancel' && !overVoted && result.status !== 'disputed') return { code: 'CANCEL_WITHOUT_GROUND' };
  return null;
}

/**
 * Whether the person may take the decision now; null if they may. Raising a dispute is open to whoever holds write on
 * disputes in the area; an open dispute is decided on above whoever raised it; everything else by the ward admin, and by
 * those above where the ward has no active one.
 */
export function decisionRefusal(reviewer: Reviewer, result: Reviewed, decision: Decision): Refusal | null {
  const general =
    decision === 'dispute' ? areaRefusal(reviewer, result.pollingUnitId) : reviewRefusal(reviewer, result);
  if (general) return general;
  if (!MOVES[decision].from.includes(result.status)) return { code: 'RESULT_TRANSITION' };
  if (decision === 'dispute') return null;
  if (result.status === 'disputed') {
    const { raisedBy = null, raisedRole = null } = result.dispute ?? {};
    return resolveRefusal(reviewer, { ...result, raisedBy, raisedRole }) ?? figuresRefusal(result, decision);
  }
  if (reviewer.role !== 'ward_admin' && result.wardHasAdmin) return { code: 'NOT_YOUR_DECISION' };
  return figuresRefusal(result, decision);
}

/** Parties of the ballot that lack a figure, and figures of parties that are not on it. Others may be left out. */
export function ballotFaults(votes: Readonly<Record<string, number>>, parties: readonly string[]) {
  const ballot = ballotOf(parties);
  return {
    missing: ballot.filter((party) => party !== OTHERS && !Object.hasOwn(votes, party)),
    unknown: Object.keys(votes).filter((party) => !ballot.includes(party)),
  };
}

export interface Window {
  status: ElectionStatus;
  deadline: Date;
  allowLate: boolean;
}

/** Whether results are taken now: while live or until the deadline, after it only as late where the setting allows. */
export function submissionWindow(election: Window, now: Date): 'open' | 'late' | 'not_live' | 'closed' {
  if (election.status !== 'live' && election.status !== 'completed') return 'not_live';
  if (now <= election.deadline) return 'open';
  return election.allowLate ? 'late' : 'closed';
}

/** Hours after voting ends until when results are taken. */
export function deadlineOf(closesAt: Date, hours: number): Date {
  return new Date(closesAt.getTime() + hours * 3_600_000);
}

/** May the officer send a new version over a result in this state? */
export function mayReplace(status: ResultStatus | null): boolean {
  return status === null || status === 'pending' || status === 'returned';
}

/** Automatic approval: only with verification switched off, below the threshold, without any flag, and in time. */
export function approvedAutomatically(
  result: { totalVotes: number; flags: readonly string[]; late: boolean },
  settings: { enableVerificationSystem: boolean; autoApprovalThreshold: number },
): boolean {
  return (
    !settings.enableVerificationSystem &&
    result.totalVotes < settings.autoApprovalThreshold &&
    result.flags.length === 0 &&
    !result.late
  );
}
