import type { DisputeId, UserId } from '@ec/contract/common';
import type { AssignDisputeRequest, Assignees, DisputeDetail } from '@ec/contract/disputes';
import { chainOf } from '@ec/contract/location-id';
import { atLeast } from '@ec/contract/permissions';
import { type Actor, areasOf } from '../../platform/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { loadNames } from '../../platform/locations.ts';
import type { OrganisationState } from '../../platform/organisation.ts';
import { seesPeople } from '../dashboards/rules.ts';
import { notify } from '../notifications/notify.ts';
import { rolesAbove } from '../results/rules.ts';
import { decidableOf } from './disputes-answers.ts';
import { findName, findResolver, listResolvers, type ResolverFilter } from './people-queries.ts';
import type { DisputeRow } from './queries.ts';
import { storeAssignment } from './repository.ts';
import { mayAssign } from './rules.ts';
import { detailOf, disputeInside, openForChange } from './service.ts';

const MOST = 50;

/** Who could resolve the dispute, as the database finds them. */
function resolversOf(row: DisputeRow, organisation: OrganisationState): ResolverFilter {
  const roles = rolesAbove(row).filter((role) => atLeast(organisation.levels[role].disputes, 'write'));
  return { pollingUnitId: row.pollingUnitId, roles, except: [row.raisedBy?.id ?? null, row.submittedBy] };
}

function requireAssigner(actor: Actor, row: DisputeRow): void {
  if (!mayAssign(actor, decidableOf(row))) throw new AppError('DISPUTE_FOR_LEVEL_ABOVE');
}

/** Whom the person could give the dispute to while it is open, the nearest office first. Phone numbers are for who may see people. */
export async function assignees(
  { db, organisation }: ReadContext,
  actor: Actor,
  id: DisputeId,
  q: string | undefined,
): Promise<Assignees> {
  const row = await disputeInside(db, actor, id);
  requireAssigner(actor, row);
  if (row.resolvedAt !== null) return { people: [] };
  const seesPhones = seesPeople(actor);
  const search = { q, limit: MOST, byNameOnly: !seesPhones };
  const people = await listResolvers(db, resolversOf(row, organisation), search);
  const names = await loadNames(db, chainOf(row.pollingUnitId));
  return {
    people: people.map(({ area, phone, ...person }) => ({
      ...person,
      phone: seesPhones ? phone : null,
      area: names.get(area) ?? '',
    })),
  };
}

async function requireFit(write: WriteContext, actor: Actor, row: DisputeRow, userId: UserId): Promise<void> {
  if (await findResolver(write.tx, resolversOf(row, write.organisation), userId)) return;
  const name = await findName(write.tx, areasOf(actor), userId);
  throw new AppError('ASSIGNEE_UNFIT', { name: name ?? 'This person' });
}

/** Gives the open dispute to somebody who could resolve it, or takes it back; giving it to who has it changes nothing. */
export async function assign(
  write: WriteContext,
  actor: Actor,
  id: DisputeId,
  { userId }: AssignDisputeRequest,
): Promise<DisputeDetail> {
  const { tx, now } = write;
  const { row, assignee } = await openForChange(write, actor, id);
  requireAssigner(actor, row);
  if (userId === assignee) {
    write.noChange();
    return await detailOf(tx, actor, id);
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
  return await detailOf(tx, actor, id);
}
