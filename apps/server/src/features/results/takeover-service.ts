import type { ResultId, UserId } from '@ec/contract/base/common';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { ROLES, TAKEOVER_ROLES } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { sourceOf } from '../elections/rules.ts';
import { notify } from '../notifications/notify.ts';
import { holdersInCharge, nearestResolvers } from '../users/in-charge-queries.ts';
import { refuse } from './decision-service.ts';
import { NEAREST_FIRST, takeoverRefusal, waitedLong } from './decision-rules.ts';
import type { DecisionGround } from './dispute-hooks.ts';
import { loadDecisionGround, storeTakeover, storeTakeoverRequest } from './repository.ts';
import { askedEntry } from '../elections/second-entry-draw.ts';
const nameOf = ({ unitName, unitCode, electionName }: DecisionGround) =>
  `the result of ${unitName} (${unitCode}) for ${electionName}`;

async function emitChange(write: WriteContext, ground: DecisionGround): Promise<void> {
  const { id, electionId, source, pollingUnitId, status, version } = ground;
  await write.emit({ type: 'result.changed', electionId, source, resultId: id, pollingUnitId, status, version });
}

function requireStanding(ground: DecisionGround, version: number): void {
  if (version !== ground.version) throw new AppError('CONFLICT');
  if (ground.electionStatus === 'archived') throw new AppError('ELECTION_NOT_LIVE', { status: ground.electionStatus });
}

/**
 * Takes over a pending result: from then on this admin decides on it, and the ward does not. The row is locked, so that a decision or
 * another takeover of the same moment is seen.
 */
export async function takeOver(
  write: WriteContext,
  actor: Actor,
  id: ResultId,
  { reason, version }: { reason: string; version: number },
): Promise<void> {
  const { tx, now } = write;
  const ground = await loadDecisionGround(tx, id);
  if (!ground) throw new AppError('NOT_FOUND');
  const refusal = takeoverRefusal(actor, { ...ground, secondEntry: askedEntry(ground) });
  if (refusal) refuse(refusal, ground, 'taken over');
  requireStanding(ground, version);
  if (actor.area === null) throw new AppError('NOT_FOUND');
  const { userId: by, role, area } = actor;
  await storeTakeover(tx, { resultId: id, version, by, role, area, reason, at: now });
  const former = ground.takenOver?.by.id ?? null;
  await write.audit({
    event: 'result.taken_over',
    resourceId: id,
    areaId: ground.pollingUnitId,
    previous: { takenOverBy: former },
    next: { version, takenOverBy: by, reason },
  });
  await emitChange(write, ground);
  const ward = await holdersInCharge(tx, ground.pollingUnitId, 'ward_admin');
  const reviewers = [...new Set([...ward, ...(former ? [former] : [])])];
  const who = `${actor.name}, ${ROLES[role].title}, has taken over`;
  await notify(write, {
    userIds: reviewers,
    topic: 'results',
    type: 'warning',
    title: 'Result taken over',
    message: `${who} ${nameOf(ground)} and decides on it: ${reason}`,
    actionUrl: `/review/${id}`,
  });
  await notify(write, {
    userIds: [ground.desk?.officer.id ?? ground.submittedBy],
    topic: 'results',
    type: 'info',
    title: 'Result taken over',
    message: `${who} ${nameOf(ground)} and decides on it.`,
    actionUrl: `/submit-results?election=${ground.electionId}`,
  });
}

/** The holders of the nearest office above the ward who may take the result over. */
async function whoMayTakeOver(write: WriteContext, ground: DecisionGround): Promise<UserId[]> {
  const { levels } = write.organisation;
  const may = (role: (typeof NEAREST_FIRST)[number]) => (TAKEOVER_ROLES as readonly string[]).includes(role);
  return await nearestResolvers(write.tx, {
    pollingUnitId: ground.pollingUnitId,
    roles: NEAREST_FIRST.filter((role) => may(role) && atLeast(levels[role].disputes, 'write')),
    except: [ground.submittedBy, ...ground.controls.map(({ by }) => by), ...ground.checkers],
    privilege: 'canManageResults',
    now: write.now,
  });
}

/** The officer asks for a takeover of the version that has waited longer than the setting. Asked before: nothing changes. */
export async function askTakeover(write: WriteContext, actor: Actor, id: ResultId, version: number): Promise<void> {
  const { tx, now, organisation } = write;
  const ground = await loadDecisionGround(tx, id);
  if (!ground || ground.pollingUnitId !== actor.area || ground.source !== sourceOf(actor.role)) {
    throw new AppError('NOT_FOUND');
  }
  requireStanding(ground, version);
  if (ground.takenOver) refuse({ code: 'TAKEN_OVER', by: ground.takenOver.by }, ground, 'taken over');
  if (ground.status !== 'pending') refuse({ code: 'RESULT_TRANSITION' }, ground, 'taken over');
  const hours = organisation.settings.election.takeoverAfter;
  if (!waitedLong(ground.submittedAt, hours, now)) throw new AppError('TAKEOVER_TOO_EARLY', { hours });
  if (ground.takeoverAskedAt) return write.noChange();
  await storeTakeoverRequest(tx, { resultId: id, version, by: actor.userId, at: now });
  await write.audit({
    event: 'result.takeover_asked',
    resourceId: id,
    areaId: ground.pollingUnitId,
    next: { version },
  });
  await emitChange(write, ground);
  await notify(write, {
    userIds: await whoMayTakeOver(write, ground),
    topic: 'results',
    type: 'warning',
    title: 'Takeover requested',
    message: `${actor.name} asks you to take over ${nameOf(ground)}: it has waited more than ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
    actionUrl: `/review/${id}`,
  });
}
