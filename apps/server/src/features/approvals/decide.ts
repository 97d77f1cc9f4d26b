import { APPROVAL_STATUSES, type ApprovalId } from '@ec/contract/approvals';
import type { Actor } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { notify } from '../notifications/notify.ts';
import {
  activate,
  applyChange,
  dataOf,
  deactivate,
  type HeldUser,
  holdUser,
  keepPerson,
  removePerson,
  requireSettled,
} from '../users/change.ts';
import { tellPeopleChanged } from '../users/people.ts';
import { changedParts } from '../users/rules.ts';
import type { PersonData } from '../users/tables.ts';
import { findRequest } from './queries.ts';
import { readerOf } from './reader.ts';
import { decideRequest, insertEntry, type LockedRequest, lockRequest, targetOf } from './repository.ts';
import { standingOf } from './rules.ts';
import { askedFor, requestUrl } from './words.ts';

/** What decides who decides, of a request as it is stored and of the person as they are now. */
function decidable(request: LockedRequest, target: HeldUser | undefined) {
  const { user_data: next, previous_data: before } = request;
  return {
    status: request.status,
    requesterId: request.requester_id,
    requesterRole: request.requester_role,
    requesterArea: request.requester_area_id,
    targetUserId: request.target_user_id,
    areas: [next.area, ...(before ? [before.area] : []), ...(target ? [target.area] : [])],
    roles: [next.role, ...(before ? [before.role] : []), ...(target ? [target.role] : [])],
  };
}

export interface Held {
  request: LockedRequest;
  target: HeldUser | undefined;
}

/** The request that the reader sees and the person it is about, both held: the person first, as everywhere. */
export async function hold(write: WriteContext, actor: Actor, id: ApprovalId): Promise<Held> {
  const [visible, targetId] = await Promise.all([findRequest(write.tx, readerOf(actor), id), targetOf(write.tx, id)]);
  if (!visible || !targetId) throw new AppError('NOT_FOUND');
  const target = await holdUser(write, targetId);
  const request = await lockRequest(write.tx, id);
  if (!request) throw new AppError('NOT_FOUND');
  return { request, target };
}

export function requirePending(request: LockedRequest): void {
  if (request.status === 'PENDING') return;
  throw new AppError('REQUEST_DECIDED', { status: APPROVAL_STATUSES[request.status].toLowerCase() });
}

/** Refuses whoever may not decide on it, and what is decided already. */
export function requireDecision(actor: Actor, { request, target }: Held): void {
  requirePending(request);
  const standing = standingOf(actor, decidable(request, target));
  if (standing === 'own') throw new AppError('OWN_REQUEST');
  if (standing !== 'decide') throw new AppError('NOT_YOUR_APPROVAL');
}

/** A role is for a place of its kind: half of an office that was asked for does not go with half of another. */
function requireSameOffice(request: LockedRequest, target: HeldUser, asked: Partial<PersonData>): void {
  const before = request.previous_data;
  const changesOffice = asked.role !== undefined || asked.area !== undefined;
  if (!changesOffice || (before?.role === target.role && before.area === target.area)) return;
  throw new AppError('USER_STATE', { name: target.name, status: 'no longer in the office that this request names' });
}

async function apply(write: WriteContext, { request, target }: Held): Promise<void> {
  if (!target) throw new AppError('REQUEST_TARGET_GONE');
  switch (request.type) {
    case 'USER_REGISTRATION':
      return await activate(write, target, request.user_data.status);
    case 'USER_DELETION':
      return await removePerson(write, target);
    case 'USER_DEACTIVATION':
      requireSettled(target);
      return await deactivate(write, target);
    case 'DATA_MODIFICATION':
    case 'ROLE_CHANGE': {
      requireSettled(target);
      // Only what was asked for: what somebody changed in between stays as it is now.
      const asked = changedParts(request.previous_data ?? request.user_data, request.user_data);
      requireSameOffice(request, target, asked);
      return await applyChange(write, target, { ...dataOf(target), ...asked });
    }
  }
}

/** Undoes what a request reserved, when it is refused or withdrawn. */
export async function release(write: WriteContext, { request, target }: Held): Promise<void> {
  if (!target) return;
  if (request.type === 'USER_REGISTRATION') await removePerson(write, target);
  else if (request.type === 'USER_DELETION') await keepPerson(write, target);
}

async function tellRequester(
  write: WriteContext,
  actor: Actor,
  request: LockedRequest,
  approved: boolean,
  comment: string | null,
): Promise<void> {
  const outcome = approved ? 'approved' : 'rejected';
  const asked = askedFor(request.type, request.user_data);
  await notify(write, {
    userIds: [request.requester_id],
    topic: 'approvals',
    type: approved ? 'success' : 'warning',
    title: `Request ${outcome}`,
    message: `${actor.name} ${outcome} your request to ${asked}.${comment ? ` "${comment}"` : ''}`,
    actionUrl: requestUrl(request.id),
  });
}

/** Decides on a request; an approval makes the change in the same transaction. */
export async function decide(
  write: WriteContext,
  actor: Actor,
  id: ApprovalId,
  decision: { approve: boolean; comment: string | null },
): Promise<void> {
  const held = await hold(write, actor, id);
  requireDecision(actor, held);
  const { request, target } = held;
  const { approve, comment } = decision;
  if (!approve && !comment) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'rejectionReason', message: 'A reason is required' });
  }
  if (approve) await apply(write, held);
  else await release(write, held);
  const status = approve ? 'APPROVED' : 'REJECTED';
  await decideRequest(write.tx, id, { status, by: actor.userId, comment, now: write.now });
  const kind = approve ? 'approved' : 'rejected';
  await insertEntry(write.tx, { requestId: id, kind, by: actor.userId, comment });
  await write.audit({
    event: approve ? 'approval.approved' : 'approval.rejected',
    resourceId: id,
    areaId: request.area_id,
    previous: { status: request.status },
    next: { status, comment, targetUserId: target?.id ?? request.target_user_id },
  });
  await tellRequester(write, actor, request, approve, comment);
  await tellPeopleChanged(write, request.area_id, request.requester_id);
}
