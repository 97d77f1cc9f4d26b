import { isInside, type LocationId } from '@ec/contract/geography/location-id';
import { atLeast, type ModuleLevels } from '@ec/contract/permissions/default-levels';
import {
  RESULT_DECIDING,
  type HeldPrivileges,
  holdsPrivilege,
  type Privilege,
} from '@ec/contract/permissions/privileges';
import type { ControlAct, ResultStatus, UnitStatus } from '@ec/contract/results/schemas';
import { standsAbove } from '@ec/contract/disputes/schemas';
import { ADMIN_ROLES, type Role, TAKEOVER_ROLES } from '@ec/contract/permissions/roles';
import type { FlagCode } from '@ec/contract/results/sheet';
import type { SecondEntryState } from '@ec/contract/second-entry/states';

export type Decision = 'verify' | 'return' | 'dispute' | 'cancel';
export const DECISIONS = ['verify', 'return', 'dispute', 'cancel'] as const satisfies readonly Decision[];

/**
 * The state machine of a result (docs/states.md). `returned` waits for the officer's next version; `verified` can only
 * be disputed; a dispute ends verified, returned or cancelled. Pending goes to cancelled only for over-voting.
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

/** How a unit stands in an election, from its result (null: none). */
export function unitStatus(status: ResultStatus | null): UnitStatus {
  if (status === null || status === 'returned') return 'pending';
  if (status === 'pending') return 'submitted';
  if (status === 'verified') return 'approved';
  return status;
}

/** A person who could sign in to the sender's account during the election, and the act that made it possible; `desk`: had a part in it as a desk version. */
export interface Control {
  by: string;
  act: ControlAct | 'desk';
}

export interface Reviewer {
  userId: string;
  /** Hash of the device of their session; null where it has none. */
  device: string | null;
  role: Role;
  areas: readonly LocationId[];
  levels: ModuleLevels;
  /** What is granted to a narrowed moderator; null for all others. */
  privileges: Pick<HeldPrivileges, 'granted'> | null;
}

export interface Reviewed {
  status: ResultStatus;
  pollingUnitId: LocationId;
  /** The sender of the newest version. */
  submittedBy: string;
  /** Who could sign in as them within the election. */
  controls: readonly Control[];
  /** Hash of the device that sent it; null for a client without one. */
  device: string | null;
  flags: readonly string[];
  /** True while the ward has an active admin who may decide on this version, and then decides first. */
  wardDecides: boolean;
  /** Who has taken it over; null while it is the ward's. */
  takenOver: TakenOver | null;
  /** The second entry of the newest version; null where the policy asks for none. */
  secondEntry: AskedEntry | null;
  /** Who entered the newest version a second time or decided between its entries, for the policy or an audit: they do not verify it. */
  checkers: readonly string[];
  /** The open dispute; there is one if and only if the result is disputed. */
  dispute: Raised | null;
}

/** A second entry that the policy asks for; `state` is null before the sheet joins the queue. */
export interface AskedEntry {
  state: SecondEntryState | null;
}

/** An admin above the ward who decides on a pending result in its place, in the office that they hold. */
export interface TakenOver {
  by: { id: string; name: string; role: Role };
}

/** The person who raised a dispute, in the role that they had then; null if the system did. */
export interface Raised {
  raisedBy: string | null;
  raisedRole: Role | null;
}

export type Refusal =
  | { code: 'NOT_FOUND' }
  | { code: 'NOT_PERMITTED' }
  | { code: 'OWN_RESULT' }
  | { code: 'CONTROLS_SENDER'; act: ControlAct }
  | { code: 'SENT_FROM_YOUR_DEVICE' }
  | { code: 'DESK_DECIDED' }
  | { code: 'NOT_YOUR_DECISION' }
  | { code: 'TAKEN_OVER'; by: TakenOver['by'] }
  | { code: 'TAKEOVER_NOT_NEEDED' }
  | { code: 'DISPUTE_FOR_LEVEL_ABOVE' }
  | { code: 'RESULT_TRANSITION' }
  | { code: 'OVER_VOTING_NOT_VERIFIABLE' }
  | { code: 'CANCEL_WITHOUT_GROUND' }
  | { code: 'SECOND_ENTRY_MISSING'; state: SecondEntryState | null }
  | { code: 'ARBITRATED' }
  | { code: 'NO_ORIGINAL_AWAITED' };

/** That the person could have sent the version themselves. */
export type SenderRefusal = Extract<
  Refusal,
  { code: 'OWN_RESULT' | 'CONTROLS_SENDER' | 'SENT_FROM_YOUR_DEVICE' | 'DESK_DECIDED' }
>;

const OVER_VOTING: FlagCode = 'OVER_VOTING';

const isAdmin = (role: Role): boolean => (ADMIN_ROLES as readonly Role[]).includes(role);

/** Whether the person may do anything about results of the unit: in their area, with write on disputes. */
function areaRefusal(reviewer: Reviewer, unit: LocationId, privileges: readonly Privilege[]): Refusal | null {
  if (!reviewer.areas.some((area) => isInside(unit, area))) return { code: 'NOT_FOUND' };
  const granted = privileges.some((privilege) => holdsPrivilege(reviewer, privilege));
  return granted && atLeast(reviewer.levels.disputes, 'write') ? null : { code: 'NOT_PERMITTED' };
}

/** What a narrowed moderator needs to decide on a result: an open dispute is resolved by who manages disputes. */
const privilegeFor = (status: ResultStatus): Privilege =>
  status === 'disputed' ? 'canManageDisputes' : 'canManageResults';

/** A version, with what shows who could have sent it. */
export type Sent = Pick<Reviewed, 'submittedBy' | 'controls' | 'device'>;

/** Whether the person could have sent the version themselves: as its sender, in the sender's account, or from their device. */
export function senderRefusal(reviewer: Pick<Reviewer, 'userId' | 'device'>, sent: Sent): SenderRefusal | null {
  if (reviewer.userId === sent.submittedBy) return { code: 'OWN_RESULT' };
  const control = sent.controls.find(({ by }) => by === reviewer.userId);
  if (control) return control.act === 'desk' ? { code: 'DESK_DECIDED' } : { code: 'CONTROLS_SENDER', act: control.act };
  return sent.device !== null && sent.device === reviewer.device ? { code: 'SENT_FROM_YOUR_DEVICE' } : null;
}

/** Whether the person may decide on results of the unit at all, whatever their state. */
export function reviewRefusal(
  reviewer: Reviewer,
  result: Sent & Pick<Reviewed, 'pollingUnitId' | 'status'>,
): Refusal | null {
  const general = areaRefusal(reviewer, result.pollingUnitId, [privilegeFor(result.status)]);
  if (general) return general;
  if (!isAdmin(reviewer.role)) return { code: 'NOT_PERMITTED' };
  return senderRefusal(reviewer, result);
}

/** The raiser's role, for the comparison of levels: what the system raised stands as a ward admin's. */
const raisedRoleOf = ({ raisedRole }: Pick<Raised, 'raisedRole'>): Role => raisedRole ?? 'ward_admin';

/** The administrators from the unit up; of the three that act nationwide, those first who run the election. */
export const NEAREST_FIRST = [
  'ward_admin',
  'lga_admin',
  'state_admin',
  'regional_admin',
  'national_admin',
  'global_moderator',
  'super_admin',
] as const satisfies readonly Role[];

/** The roles above the role that raised the dispute, the nearest first. */
export function rolesAbove(raised: Pick<Raised, 'raisedRole'>): Role[] {
  return NEAREST_FIRST.filter((role) => standsAbove(role, raisedRoleOf(raised)));
}

/**
 * Whether the person may resolve the dispute: an admin of the unit's areas who stands above the raiser, is not the raiser
 * and could not have sent the figures.
 */
export function resolveRefusal(
  reviewer: Reviewer,
  dispute: Raised & Sent & Pick<Reviewed, 'pollingUnitId'>,
): Refusal | null {
  const outside = areaRefusal(reviewer, dispute.pollingUnitId, ['canManageDisputes']);
  if (outside) return outside;
  if (!isAdmin(reviewer.role)) return { code: 'DISPUTE_FOR_LEVEL_ABOVE' };
  const own = reviewRefusal(reviewer, { ...dispute, status: 'disputed' });
  if (own) return own;
  const above = reviewer.userId !== dispute.raisedBy && standsAbove(reviewer.role, raisedRoleOf(dispute));
  return above ? null : { code: 'DISPUTE_FOR_LEVEL_ABOVE' };
}

/** Whether the decision says why it may be taken without the photo: it was declared and has not arrived. */
export function needsComment(result: { photoAwaited: boolean }, decision: Decision): boolean {
  return decision === 'verify' && result.photoAwaited;
}

/** Whether the person may ask for the photo as it was taken: who may decide on results of the unit, while it is awaited. */
export function originalRefusal(
  reviewer: Reviewer,
  result: Pick<Reviewed, 'pollingUnitId'> & { originalAwaited: boolean },
): Refusal | null {
  const outside = areaRefusal(reviewer, result.pollingUnitId, RESULT_DECIDING);
  if (outside) return outside;
  if (!isAdmin(reviewer.role)) return { code: 'NOT_PERMITTED' };
  return result.originalAwaited ? null : { code: 'NO_ORIGINAL_AWAITED' };
}

/** Whether the person had a part in the second entry of the newest version. */
const isChecker = (userId: string, { checkers }: Pick<Reviewed, 'checkers'>): boolean => checkers.includes(userId);

/** Where the policy asks for a second entry: it matches, and other people entered the sheet and decided between the entries. */
function entryRefusal({ userId }: Pick<Reviewer, 'userId'>, result: Reviewed): Refusal | null {
  if (isChecker(userId, result)) return { code: 'ARBITRATED' };
  const { secondEntry } = result;
  if (secondEntry === null) return null;
  return secondEntry.state === 'matched' ? null : { code: 'SECOND_ENTRY_MISSING', state: secondEntry.state };
}

/** The refusal that follows from the figures themselves. */
function figuresRefusal(reviewer: Reviewer, result: Reviewed, decision: Decision): Refusal | null {
  const overVoted = result.flags.includes(OVER_VOTING);
  if (decision === 'verify' && overVoted) return { code: 'OVER_VOTING_NOT_VERIFIABLE' };
  if (decision === 'cancel' && !overVoted && result.status !== 'disputed') return { code: 'CANCEL_WITHOUT_GROUND' };
  return decision === 'verify' ? entryRefusal(reviewer, result) : null;
}

/**
 * Whether the person may take the decision now; null if they may. Raising a dispute is open to all who hold write on
 * disputes in the area, because it only brings others to decide; an open dispute is decided on above its raiser; everything
 * else by the person who took it over; otherwise by the ward admin, and by those above where the ward has no active one who may decide.
 */
export function decisionRefusal(reviewer: Reviewer, result: Reviewed, decision: Decision): Refusal | null {
  const general =
    decision === 'dispute'
      ? areaRefusal(reviewer, result.pollingUnitId, RESULT_DECIDING)
      : reviewRefusal(reviewer, result);
  if (general) return general;
  if (!MOVES[decision].from.includes(result.status)) return { code: 'RESULT_TRANSITION' };
  if (decision === 'dispute') return null;
  if (result.status === 'disputed') {
    const { raisedBy = null, raisedRole = null } = result.dispute ?? {};
    return resolveRefusal(reviewer, { ...result, raisedBy, raisedRole }) ?? figuresRefusal(reviewer, result, decision);
  }
  if (result.takenOver) {
    const { by } = result.takenOver;
    return by.id === reviewer.userId ? figuresRefusal(reviewer, result, decision) : { code: 'TAKEN_OVER', by };
  }
  if (reviewer.role !== 'ward_admin' && result.wardDecides) return { code: 'NOT_YOUR_DECISION' };
  return figuresRefusal(reviewer, result, decision);
}

const mayTakeOver = (role: Role): boolean => (TAKEOVER_ROLES as readonly Role[]).includes(role);

/**
 * Whether the person may take over the pending result: an admin above the ward who may decide on results of the unit, could not have sent it and had
 * no part in its second entry. What another has taken over passes only to an admin above them, or to any once they had such a part: they alone
 * would decide, and may not verify it.
 */
export function takeoverRefusal(reviewer: Reviewer, result: Reviewed): Refusal | null {
  const general = reviewRefusal(reviewer, result);
  if (general) return general;
  if (!mayTakeOver(reviewer.role)) return { code: 'NOT_PERMITTED' };
  if (result.status !== 'pending') return { code: 'RESULT_TRANSITION' };
  if (isChecker(reviewer.userId, result)) return { code: 'ARBITRATED' };
  const by = result.takenOver?.by;
  if (by && by.id !== reviewer.userId) {
    return standsAbove(reviewer.role, by.role) || isChecker(by.id, result) ? null : { code: 'TAKEN_OVER', by };
  }
  return by || !result.wardDecides ? { code: 'TAKEOVER_NOT_NEEDED' } : null;
}

const HOUR_MS = 3_600_000;

/** True once the result has waited so many hours for a decision. */
export function waitedLong(submittedAt: Date, hours: number, now: Date): boolean {
  return now.getTime() - submittedAt.getTime() >= hours * HOUR_MS;
}
