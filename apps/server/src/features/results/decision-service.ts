import type { DisputeId, FileId, ResultId, UserId } from '@ec/contract/base/common';
import { ROLES } from '@ec/contract/permissions/roles';
import { entryWords } from '@ec/contract/second-entry/words';
import type { Tx } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { notify } from '../notifications/notify.ts';
import type { DecisionGround, DisputeHooks } from './dispute-hooks.ts';
import { CONTROL_WORDS } from './refusal-answers.ts';
import { listOfficers, loadDecisionGround, storeDecision } from './repository.ts';
import { type Decision, decisionRefusal, moveOf, needsComment, type Refusal } from './decision-rules.ts';
import { askedEntry } from '../elections/second-entry-draw.ts';
import { requireExplained } from '../unusual/gate-service.ts';
import { moveTallies } from './tally-repository.ts';

export function refuse(refusal: Refusal, ground: DecisionGround, done: string): never {
  switch (refusal.code) {
    case 'RESULT_TRANSITION':
      throw new AppError('RESULT_TRANSITION', { status: ground.status, action: done });
    case 'NOT_PERMITTED':
      throw new AppError('NOT_PERMITTED', { action: 'decide on results' });
    case 'TAKEN_OVER':
      throw new AppError('TAKEN_OVER', { name: refusal.by.name, role: ROLES[refusal.by.role].title });
    case 'SECOND_ENTRY_MISSING':
      throw new AppError('SECOND_ENTRY_MISSING', { state: entryWords(refusal.state) });
    case 'CONTROLS_SENDER':
      throw new AppError('CONTROLS_SENDER', { act: CONTROL_WORDS[refusal.act] });
    default:
      throw new AppError(refusal.code);
  }
}

const MESSAGES = {
  verify: { type: 'success', title: 'Result verified', text: 'was verified' },
  return: { type: 'warning', title: 'Result returned', text: 'was returned to you' },
  dispute: { type: 'warning', title: 'Result disputed', text: 'is in dispute' },
  cancel: { type: 'error', title: 'Result cancelled', text: 'was cancelled' },
} as const;

async function notifyOfficer(
  write: WriteContext,
  ground: DecisionGround,
  decision: Decision,
  reason: string | null,
): Promise<void> {
  const { type, title, text } = MESSAGES[decision];
  const { unitName, unitCode, electionName, electionId } = ground;
  const sender = ground.desk?.officer.id ?? ground.submittedBy;
  const notifyAbout = async (userIds: UserId[], whose: string, became: string) =>
    await notify(write, {
      userIds,
      topic: decision === 'return' ? 'returned' : 'results',
      type,
      title,
      message: `${whose} result of ${unitName} (${unitCode}) for ${electionName} ${became}${reason ? `: ${reason}` : '.'}`,
      actionUrl: `/submit-results?election=${electionId}`,
    });
  await notifyAbout([sender], 'Your', text);
  if (decision !== 'return') return;
  // Who sent it may have left the unit: the officers who are there now correct it.
  const others = (await listOfficers(write.tx, ground)).filter((id) => id !== sender);
  if (others.length > 0) await notifyAbout(others, 'The', 'was returned to its officers');
}

export interface DecisionInput {
  reason?: string | undefined;
  /** The version that the reviewer looked at. */
  version: number;
  /** The picture that speaks for a dispute. */
  fileId?: FileId | null | undefined;
  /** The dispute that the decision is to resolve. */
  disputeId?: DisputeId | undefined;
}

/** A write that decides on results, and what keeps their disputes in step. */
export type DecisionContext = WriteContext & { disputes: DisputeHooks };

/** Opens or closes the dispute that goes with the decision; answers which one. */
async function moveDispute(
  write: DecisionContext,
  actor: Actor,
  ground: DecisionGround,
  decision: Decision,
  { reason, fileId }: DecisionInput,
): Promise<DisputeId | null> {
  if (decision === 'dispute') {
    if (!reason) throw new AppError('VALIDATION_FAILED').at({ path: 'reason', message: 'Give a reason' });
    return await write.disputes.raise(write, actor, ground, { reason, fileId: fileId ?? null });
  }
  const { dispute } = ground;
  if (!dispute) return null;
  await write.disputes.resolve(write, actor, { ...ground, dispute }, decision, reason ?? null);
  return dispute.id;
}

/** What a decision on the result is taken on, its row locked. Throws NOT_FOUND. */
export async function requireGround(tx: Tx, resultId: ResultId): Promise<DecisionGround> {
  const ground = await loadDecisionGround(tx, resultId);
  if (!ground) throw new AppError('NOT_FOUND');
  return ground;
}

/**
 * Takes one decision on a result and keeps its dispute in step: a result is disputed if and only if a dispute about it is
 * open. The row is locked first, so of two simultaneous decisions the second sees the first's outcome and is refused;
 * `version` guards against deciding on figures that the reviewer has not seen. Answers the dispute that was opened or closed.
 */
export async function decideResult(
  write: DecisionContext,
  actor: Actor,
  resultId: ResultId,
  decision: Decision,
  input: DecisionInput,
): Promise<DisputeId | null> {
  const ground = await requireGround(write.tx, resultId);
  if (input.disputeId !== undefined && input.disputeId !== ground.dispute?.id) throw new AppError('DISPUTE_RESOLVED');
  const refusal = decisionRefusal(actor, { ...ground, secondEntry: askedEntry(ground) }, decision);
  if (refusal) refuse(refusal, ground, moveOf(decision).done);
  if (input.version !== ground.version) throw new AppError('CONFLICT');
  if (needsComment(ground, decision) && !input.reason) {
    throw new AppError('PHOTO_AWAITED').at({ path: 'comment', message: 'Write what you verified the figures by' });
  }
  if (ground.electionStatus === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: ground.electionStatus });
  if (decision === 'verify') await requireExplained(write.tx, ground);
  return await applyDecision(write, actor, ground, decision, input);
}

/** Carries out a decision that the person may take; see decideResult. */
export async function applyDecision(
  write: DecisionContext,
  actor: Actor,
  ground: DecisionGround,
  decision: Decision,
  input: DecisionInput,
): Promise<DisputeId | null> {
  const { tx, now } = write;
  const resultId = ground.id;
  const { to } = moveOf(decision);
  const before = {
    status: ground.status,
    votes: ground.votes,
    voidVotes: ground.voidVotes,
    accredited: ground.accredited,
    registered: ground.registered,
  };
  const reason = input.reason ?? null;
  await storeDecision(tx, { resultId, version: ground.version, decision, by: actor.userId, reason, at: now });
  const disputeId = await moveDispute(write, actor, ground, decision, input);
  await write.audit({
    event: `result.${to}` as 'result.verified' | 'result.returned' | 'result.disputed' | 'result.cancelled',
    resourceId: resultId,
    areaId: ground.pollingUnitId,
    previous: { status: ground.status, version: ground.version },
    next: { status: to, version: ground.version, ...(reason && { reason }), ...(disputeId && { disputeId }) },
  });
  await write.emit({
    type: 'result.changed',
    electionId: ground.electionId,
    source: ground.source,
    resultId,
    pollingUnitId: ground.pollingUnitId,
    status: to,
    version: ground.version,
  });
  await notifyOfficer(write, ground, decision, reason);
  const { electionId, source, pollingUnitId } = ground;
  await moveTallies(tx, [{ electionId, source, pollingUnitId, before, after: { ...before, status: to } }]);
  return disputeId;
}
