import type { DisputeId, UserId } from '@ec/contract/base/common';
import type {
  DisputeCommentRequest,
  DisputeDetail,
  DisputeList,
  DisputeListQuery,
  RaiseDisputeRequest,
  ResolveDisputeRequest,
} from '@ec/contract/disputes/schemas';
import { atLeast } from '@ec/contract/permissions/default-levels';
import { holdsPrivilege } from '@ec/contract/permissions/privileges';
import { ADMIN_ROLES, isOneOf, type Role, ROLE_IDS } from '@ec/contract/permissions/roles';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, areasOf, boundedArea } from '../../platform/http/actor.ts';
import type { ReadContext, WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { areaFromReference, pageOf } from '../../platform/http/requests.ts';
import { ownsFile } from '../files/queries.ts';
import { notify } from '../notifications/notify.ts';
import { decideResult } from '../results/decision-service.ts';
import type { Reader } from '../results/refusal-answers.ts';
import { toDisputeDetail, toDisputes } from './disputes-answers.ts';
import { DISPUTE_HOOKS } from './outcome-service.ts';
import { listParticipants } from './people-queries.ts';
import { type DisputeRow, findDispute, listDisputes } from './queries.ts';
import { lockDispute, storeComment } from './repository.ts';
import { raisersBelow } from './rules.ts';

/** The dispute. Throws NOT_FOUND outside the user's areas. */
export async function disputeInside(db: Db, actor: Actor, id: DisputeId): Promise<DisputeRow> {
  const row = await findDispute(db, areasOf(actor), id);
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Locks the dispute. Throws if it is not open. */
export async function openForChange(
  write: WriteContext,
  actor: Actor,
  id: DisputeId,
): Promise<{ row: DisputeRow; assignee: UserId | null }> {
  const row = await disputeInside(write.tx, actor, id);
  const locked = await lockDispute(write.tx, id);
  if (!locked?.isOpen) throw new AppError('DISPUTE_RESOLVED');
  return { row, assignee: locked.assignee };
}

export async function detailOf(db: Db, { actor, organisation, now }: Reader, id: DisputeId): Promise<DisputeDetail> {
  return await toDisputeDetail(db, { actor, organisation, now }, await disputeInside(db, actor, id));
}

/** Disputes a result. */
export async function raise(write: WriteContext, actor: Actor, request: RaiseDisputeRequest): Promise<DisputeDetail> {
  const id = await decideResult({ ...write, disputes: DISPUTE_HOOKS }, actor, request.resultId, 'dispute', request);
  if (id === null) throw new Error('a result disputed without its dispute');
  return await detailOf(write.tx, { ...write, actor }, id);
}

/** Verifies, returns or cancels the disputed result, which closes the dispute. */
export async function resolve(
  write: WriteContext,
  actor: Actor,
  id: DisputeId,
  request: ResolveDisputeRequest,
): Promise<DisputeDetail> {
  const { resultId } = await disputeInside(write.tx, actor, id);
  const { resolution, reason, version } = request;
  await decideResult({ ...write, disputes: DISPUTE_HOOKS }, actor, resultId, resolution, {
    reason,
    version,
    disputeId: id,
  });
  return await detailOf(write.tx, { ...write, actor }, id);
}

/** Adds a comment to an open dispute, and notifies its other participants. */
export async function comment(
  write: WriteContext,
  actor: Actor,
  id: DisputeId,
  { text, fileId = null }: DisputeCommentRequest,
): Promise<DisputeDetail> {
  const { tx, now, organisation } = write;
  const { row } = await openForChange(write, actor, id);
  if (fileId && !(await ownsFile(tx, fileId, actor.userId)))
    throw new AppError('ATTACHMENT_NOT_FOUND').at({ path: 'fileId', message: 'Attach the picture again' });
  await storeComment(tx, { id, by: actor.userId, text, fileId, at: now });
  const { pollingUnitId: areaId } = row;
  await write.audit({ event: 'dispute.commented', resourceId: id, areaId, next: { text, ...(fileId && { fileId }) } });
  await write.emit({ type: 'dispute.changed', disputeId: id, pollingUnitId: areaId });
  const readers = ROLE_IDS.filter((role) => atLeast(organisation.levels[role].disputes, 'read'));
  const participants = await listParticipants(tx, row, readers);
  await notify(write, {
    userIds: participants.filter((person) => person !== actor.userId),
    topic: 'disputes',
    type: 'info',
    title: 'New comment on a dispute',
    message: `${actor.name} on the dispute about ${row.unitCode} for ${row.electionName}: ${text}`,
    actionUrl: `/disputes/${id}`,
  });
  return await detailOf(tx, { actor, organisation, now }, id);
}

const PAGE = 20;
const SORTS = ['updatedAt', 'raisedAt'] as const;

/** The roles whose disputes the user can resolve. */
function raisersOf(actor: Actor): Role[] {
  const resolves =
    isOneOf(ADMIN_ROLES, actor.role) &&
    atLeast(actor.levels.disputes, 'write') &&
    holdsPrivilege(actor, 'canManageDisputes');
  return resolves ? raisersBelow(actor.role) : [];
}

/** One page of the disputes whose units are in the user's areas. */
export async function disputeList({ db }: ReadContext, actor: Actor, query: DisputeListQuery): Promise<DisputeList> {
  const asked = areaFromReference(query.area);
  const areas = asked === undefined ? areasOf(actor) : [boundedArea(actor, asked)];
  const sort = SORTS.find((known) => known === (query.sort ?? 'updatedAt'));
  if (!sort) throw new AppError('VALIDATION_FAILED').at({ path: 'sort', message: 'The list cannot be sorted so' });
  const { electionId, source, status, whose, q } = query;
  const reader = { userId: actor.userId, device: actor.device, raisers: raisersOf(actor) };
  const { rows, counts } = await listDisputes(
    db,
    { areas, electionId, source, status, whose, q, reader },
    { sort, ...pageOf(query, PAGE) },
  );
  return {
    disputes: await toDisputes(db, actor, rows),
    total: status ? counts[status] : counts.open + counts.resolved,
    counts,
  };
}
