import type { DisputeId, UserId } from '@ec/contract/base/common';
import type { AssignDisputeRequest, Assignees, DisputeDetail } from '@ec/contract/disputes/schemas';
import { chainOf } from '@ec/contract/geography/location-id';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { type Actor, areasOf } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { loadNames } from '../../platform/database/places.ts';
import { seesPhone } from '../../platform/identity/phones.ts';
import { notify } from '../notifications/notify.ts';
import { rolesAbove } from '../results/decision-rules.ts';
import { decidableOf } from './disputes-answers.ts';
import { findName } from './people-queries.ts';
import type { DisputeRow } from './queries.ts';
import { storeAssignment } from './repository.ts';
import { mayAssign } from './rules.ts';
import { detailOf, disputeInside, openForChange } from './service.ts';
import { findResolver, listResolvers, type ResolverFilter } from '../users/in-charge-queries.ts';

const MOST = 50;

/** The users who can resolve the dispute, from the database. */
function resolversOf(
  row: DisputeRow,
  { organisation, now }: Pick<ReadContext, 'organisation' | 'now'>,
): ResolverFilter {
  const roles = rolesAbove(row).filter((role) => atLeast(organisation.levels[role].disputes, 'write'));
  const except = [row.raisedBy?.id ?? null, row.submittedBy, ...row.controls.map(({ by }) => by)];
  return { pollingUnitId: row.pollingUnitId, roles, except, privilege: 'canManageDisputes', now };
}

function requireAssigner(actor: Actor, row: DisputeRow): void {
  if (!mayAssign(actor, decidableOf(row))) throw new AppError('DISPUTE_FOR_LEVEL_ABOVE');
}

/** The users to whom the actor can assign the open dispute, the lowest office first. A phone number is included only if the actor can see it. */
export async function assignees(
  context: ReadContext,
  actor: Actor,
  id: DisputeId,
  q: string | undefined,
): Promise<Assignees> {
  const { db } = context;
  const row = await disputeInside(db, actor, id);
  requireAssigner(actor, row);
  if (row.resolvedAt !== null) return { people: [] };
  const people = await listResolvers(db, resolversOf(row, context), { reader: actor, q, limit: MOST });
  const names = await loadNames(db, chainOf(row.pollingUnitId));
  return {
    people: people.map(({ area, phone, ...person }) => ({
      ...person,
      phone: seesPhone(actor, { ...person, area }) ? phone : null,
      area: names.get(area) ?? '',
    })),
  };
}

async function requireFit(write: WriteContext, actor: Actor, row: DisputeRow, userId: UserId): Promise<void> {
  if (await findResolver(write.tx, resolversOf(row, write), userId)) return;
  const name = await findName(write.tx, areasOf(actor), userId);
  throw new AppError('ASSIGNEE_UNFIT', { name: name ?? 'This person' });
}

/** Assigns the open dispute to a user who can resolve it, or removes the assignment; no change if it is already theirs. */
export async function assign(
  write: WriteContext,
  actor: Actor,
  id: DisputeId,
  { userId }: AssignDisputeRequest,
): Promise<DisputeDetail> {
  const { tx, now, organisation } = write;
  const { row, assignee } = await openForChange(write, actor, id);
  requireAssigner(actor, row);
  if (userId === assignee) {
    write.noChange();
    return await detailOf(tx, { actor, organisation, now }, id);
  }
  if (userId !== null) await requireFit(write, actor, row, userId);
  await storeAssignment(tx, { id, by: actor.userId, assignee: userId, at: now });
  await write.audit({
    event: 'dispute.assigned',
    resourceId: id,
    areaId: row.pollingUnitId,
    previous: { assigneeId: assignee },
    next: { assigneeId: userId },
  });
  await write.emit({ type: 'dispute.changed', disputeId: id, pollingUnitId: row.pollingUnitId });
  if (userId !== null && userId !== actor.userId) {
    await notify(write, {
      userIds: [userId],
      topic: 'disputes',
      type: 'info',
      title: 'Dispute assigned to you',
      message: `${actor.name} gave you the dispute about ${row.unitCode} for ${row.electionName}: ${row.reason}`,
      actionUrl: `/disputes/${id}`,
    });
  }
  return await detailOf(tx, { actor, organisation, now }, id);
}
