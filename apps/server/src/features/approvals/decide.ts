import { APPROVAL_STATUSES, type ApprovalId } from '@ec/contract/approvals/schemas';
import { isSecondPersonRole } from '@ec/contract/permissions/roles';
import { needsSecondPerson } from '@ec/contract/users/schemas';
import type { Actor, Holder } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { holderIn } from '../../platform/http/require-still.ts';
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
import { notifyPeopleChanged } from '../users/people.ts';
import { changedParts } from '../users/rules.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import { findRequest, readerOf } from './queries.ts';
import { decideRequest, insertEntry, type LockedRequest, lockRequest, targetOf } from './repository.ts';
import { CHANGED_SINCE, mayStillAsk, showsAnother, standingOf } from './rules.ts';
import { askedFor, requestUrl } from './words.ts';

/** The facts that determine the approver, of a stored request and the user's present state. */
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

/** Locks the request and the user it is about; the user first, as everywhere. */
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

/** Throws if the actor cannot decide on the request, or it is decided already. */
export function requireDecision(actor: Actor, { request, target }: Held): void {
  requirePending(request);
  const standing = standingOf(actor, decidable(request, target));
  if (standing === 'own') throw new AppError('OWN_REQUEST');
  if (standing !== 'decide') throw new AppError('NOT_YOUR_APPROVAL');
}

/** Role and place belong together: half of a requested office must not be combined with half of another. */
function requireSameOffice(request: LockedRequest, target: HeldUser, asked: Partial<PersonData>): void {
  const before = request.previous_data;
  const changesOffice = asked.role !== undefined || asked.area !== undefined;
  if (!changesOffice || (before?.role === target.role && before.area === target.area)) return;
  throw new AppError('USER_STATE', { name: target.name, status: 'no longer in the office that this request names' });
}

/**
 * A change that needs a second approver must be requested by a holder of one of those roles. Otherwise an approver could change the account through
 * an older request of an accomplice.
 */
function requireTwoOfOffice(request: LockedRequest, target: HeldUser, after: PersonData): void {
  if (isSecondPersonRole(request.requester_role) || !needsSecondPerson(dataOf(target), after)) return;
  throw new AppError('USER_STATE', { name: target.name, status: 'no longer in the office that this request names' });
}

/** The second person agrees to the account that the request shows. Throws USER_STATE where it is another by now. */
function requireAsShown(request: LockedRequest, target: HeldUser): void {
  const { user_data: userData, previous_data: previousData } = request;
  if (!showsAnother({ userData, previousData }, dataOf(target))) return;
  throw new AppError('USER_STATE', { name: target.name, status: CHANGED_SINCE });
}

/**
 * An approval makes the change in the requester's name. If the requester is no longer active, or could no longer request it of the user in their
 * present state, the request can only be rejected.
 */
async function requireRequester(write: WriteContext, request: LockedRequest, target: HeldUser): Promise<Holder> {
  const { type, target_user_id: targetUserId, user_data: userData, previous_data: previousData } = request;
  const holder = await holderIn(write.tx, request.requester_id, write);
  if (holder && mayStillAsk(holder, { type, targetUserId, userData, previousData, target })) return holder;
  throw new AppError('REQUESTER_UNFIT');
}

async function apply(write: WriteContext, actor: Actor, { request, target }: Held): Promise<void> {
  if (!target) throw new AppError('REQUEST_TARGET_GONE');
  // The requester chose the phone number and sees the code; the approver only agrees.
  const by = await requireRequester(write, request, target);
  switch (request.type) {
    case 'USER_REGISTRATION':
      return await activate(write, target, { status: request.user_data.status, actor, by });
    case 'USER_DELETION':
      return await removePerson(write, target);
    case 'USER_DEACTIVATION':
      requireSettled(target);
      return await deactivate(write, target, { actor, by });
    case 'DATA_MODIFICATION':
    case 'ROLE_CHANGE': {
      requireSettled(target);
      // Only the requested changes: fields changed meanwhile stay as they are.
      const asked = changedParts(request.previous_data ?? request.user_data, request.user_data);
      requireSameOffice(request, target, asked);
      const after = { ...dataOf(target), ...asked };
      requireTwoOfOffice(request, target, after);
      requireAsShown(request, target);
      return await applyChange(write, target, after, { actor, by });
    }
  }
}

/** Releases what a rejected or withdrawn request had reserved. */
export async function release(write: WriteContext, { request, target }: Held): Promise<void> {
  if (!target) return;
  if (request.type === 'USER_REGISTRATION') await removePerson(write, target);
  else if (request.type === 'USER_DELETION') await keepPerson(write, target);
}

async function notifyRequester(
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
  if (approve) await apply(write, actor, held);
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
  await notifyRequester(write, actor, request, approve, comment);
  await notifyPeopleChanged(write, request.area_id, request.requester_id);
}
