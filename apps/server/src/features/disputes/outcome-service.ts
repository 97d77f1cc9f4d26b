import type { DisputeId, FileId } from '@ec/contract/base/common';
import { RESOLUTIONS, type Resolution } from '@ec/contract/disputes/schemas';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { ROLE_IDS } from '@ec/contract/permissions/roles';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { listParticipants } from './people-queries.ts';
import { ownsFile } from '../files/queries.ts';
import { notify } from '../notifications/notify.ts';
import type { DecisionGround, DisputeHooks, OpenDispute } from '../results/dispute-hooks.ts';
import { closeDispute, openDispute } from './repository.ts';
import { rolesAbove } from '../results/decision-rules.ts';
import { nearestResolvers } from '../users/in-charge-queries.ts';

/** Opens the dispute of a decision, and notifies those who can resolve it first. */
async function raiseDispute(
  write: WriteContext,
  actor: Actor,
  ground: DecisionGround,
  { reason, fileId }: { reason: string; fileId: FileId | null },
): Promise<DisputeId> {
  const { tx, now, organisation } = write;
  if (fileId && !(await ownsFile(tx, fileId, actor.userId)))
    throw new AppError('ATTACHMENT_NOT_FOUND').at({ path: 'fileId', message: 'Attach the picture again' });
  const id = newId<DisputeId>();
  const { id: resultId, electionId, source, pollingUnitId, version, submittedBy, controls } = ground;
  const raised = { raisedBy: actor.userId, raisedRole: actor.role, raisedAt: now };
  await openDispute(tx, { id, resultId, electionId, source, pollingUnitId, version, reason, fileId, ...raised });
  await write.emit({ type: 'dispute.changed', disputeId: id, pollingUnitId });
  const roles = rolesAbove(raised).filter((role) => atLeast(organisation.levels[role].disputes, 'write'));
  const except = [actor.userId, submittedBy, ...controls.map(({ by }) => by)];
  await notify(write, {
    userIds: await nearestResolvers(tx, {
      pollingUnitId,
      roles,
      except,
      privilege: 'canManageDisputes',
      now,
    }),
    topic: 'disputes',
    type: 'warning',
    title: 'Dispute raised',
    message: `${actor.name} disputes the result of ${ground.unitName} (${ground.unitCode}) for ${ground.electionName}: ${reason}`,
    actionUrl: `/disputes/${id}`,
  });
  return id;
}

/** Closes the dispute when its result is decided, and notifies its participants. */
async function resolveDispute(
  write: WriteContext,
  actor: Actor,
  ground: DecisionGround & { dispute: OpenDispute },
  resolution: Resolution,
  reason: string | null,
): Promise<void> {
  const { tx, now, organisation } = write;
  const { dispute, pollingUnitId } = ground;
  const resolvedAs = RESOLUTIONS[resolution];
  await closeDispute(tx, { id: dispute.id, resolvedAs, by: actor.userId, reason, at: now });
  await write.emit({ type: 'dispute.changed', disputeId: dispute.id, pollingUnitId });
  const readers = ROLE_IDS.filter((role) => atLeast(organisation.levels[role].disputes, 'read'));
  const participants = await listParticipants(tx, { id: dispute.id, pollingUnitId }, readers);
  await notify(write, {
    userIds: participants.filter((id) => id !== actor.userId),
    topic: 'disputes',
    type: resolvedAs === 'verified' ? 'success' : 'info',
    title: 'Dispute resolved',
    message: `${actor.name} resolved the dispute about ${ground.unitName} (${ground.unitCode}) for ${ground.electionName}: the result was ${resolvedAs}${reason ? `. ${reason}` : '.'}`,
    actionUrl: `/disputes/${dispute.id}`,
  });
}

/** Called by results when a decision opens or closes a dispute. */
export const DISPUTE_HOOKS: DisputeHooks = { raise: raiseDispute, resolve: resolveDispute };
