import { isInside, type LocationId } from '@ec/contract/location-id';
import { ballotOf, OTHERS } from '@ec/contract/parties';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions';
import type { ResultStatus, UnitStatus } from '@ec/contract/results';
import { ADMIN_ROLES, OFFICER_SOURCES, type Role } from '@ec/contract/roles';
import type { FlagCode } from '@ec/contract/sheet';
import type { ElectionStatus, Source } from '@ec/contract/elections';

export type Decision = 'verify' | 'return' | 'dispute' | 'cancel';
export const DECISIONS = ['verify', 'return', 'dispute', 'cancel'] as const satisfies readonly Decision[];

/**
 * The state machine of a result (docs/states.md). `returned` waits for the officer's next version; `verified` can only
 * be disputed; a dispute ends verified or cancelled. Pending goes to cancelled only under section 51 (over-voting).
 */
const MOVES: Record<Decision, { from: readonly ResultStatus[]; to: ResultStatus; done: string }> = {
  verify: { from: ['pending', 'disputed'], to: 'verified', done: 'verified' },
  return: { from: ['pending'], to: 'returned', done: 'returned' },
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
}

export type Refusal =
  | { code: 'NOT_FOUND' }
  | { code: 'NOT_PERMITTED' }
  | { code: 'OWN_RESULT' }
  | { code: 'NOT_YOUR_DECISION' }
  | { code: 'RESULT_TRANSITION' }
  | { code: 'OVER_VOTING_NOT_VERIFIABLE' }
  | { code: 'CANCEL_WITHOUT_GROUND' };

export const OVER_VOTING: FlagCode = 'OVER_VOTING';

/** Whether the person may decide on results of the unit at all, whatever their state. */
export function reviewRefusal(reviewer: Reviewer, result: Reviewed): Refusal | null {
  if (!reviewer.areas.some((area) => isInside(result.pollingUnitId, area))) return { code: 'NOT_FOUND' };
  const admin = (ADMIN_ROLES as readonly Role[]).includes(reviewer.role);
  if (!admin || !atLeast(reviewer.levels.disputes, 'write')) return { code: 'NOT_PERMITTED' };
  if (reviewer.userId === result.submittedBy) return { code: 'OWN_RESULT' };
  return null;
}

/**
 * Whether the person may take the decision now; null if they may. The ward admin decides. Those above decide where the
 * ward has no active admin and on a result in dispute; raising a dispute is open to every reviewer of the area.
 */
export function decisionRefusal(reviewer: Reviewer, result: Reviewed, decision: Decision): Refusal | null {
  const general = reviewRefusal(reviewer, result);
  if (general) return general;
  if (!MOVES[decision].from.includes(result.status)) return { code: 'RESULT_TRANSITION' };
  const own = reviewer.role === 'ward_admin';
  const above = !result.wardHasAdmin || result.status === 'disputed' || decision === 'dispute';
  if (!own && !above) return { code: 'NOT_YOUR_DECISION' };
  const overVoted = result.flags.includes(OVER_VOTING);
  if (decision === 'verify' && overVoted) return { code: 'OVER_VOTING_NOT_VERIFIABLE' };
  if (decision === 'cancel' && !overVoted && result.status !== 'disputed') return { code: 'CANCEL_WITHOUT_GROUND' };
  return null;
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
