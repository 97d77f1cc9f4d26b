import type { ApprovalId, RequestKind } from '@ec/contract/approvals/schemas';
import type { UserId } from '@ec/contract/base/common';
import { ancestorOf, type LocationId } from '@ec/contract/geography/location-id';
import type { Privilege } from '@ec/contract/permissions/privileges';
import { ROLES } from '@ec/contract/permissions/roles';
import { type Actor, requireAccess } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { notify } from '../notifications/notify.ts';
import { awaitDeletion, dataOf, type HeldUser, requireSettled } from '../users/change.ts';
import {
  draftChange,
  draftPerson,
  notifyPeopleChanged,
  PERSON_RACES,
  type PersonInput,
  requireFree,
  storePerson,
} from '../users/people.ts';
import { activeHolders, secondPersons } from '../users/queries.ts';
import { assignmentType, changedParts, mayActOn, pathToChange, pathToCreate } from '../users/rules.ts';
import type { PersonData } from '../../platform/database/tables/users.ts';
import { decideRequest, insertEntry, insertRequest, lockOpenRequest } from './repository.ts';
import { approverOf, pendingStatusFor, takesSecondPerson, typeOf } from './rules.ts';
import { askedFor, requestUrl } from './words.ts';
import type { Asked } from '../users/requests.ts';

/** Constraint errors after which the request is run again, so that the later of two callers gets the real reason: office, phone, open request. */
export const REQUEST_RACES = [...PERSON_RACES, 'approval_requests_one_pending'] as const;

interface Prepared {
  targetUserId: UserId;
  userData: PersonData;
  previousData: PersonData | null;
}

function requirePrivilege(actor: Actor, privilege: Privilege): void {
  requireAccess({ ...actor, electionMode: true }, { privilege });
}

/** The user is stored at once as pending, so that the office is reserved until the decision. */
async function prepareRegistration(write: WriteContext, actor: Actor, input: PersonInput): Promise<Prepared> {
  requirePrivilege(actor, 'canCreateUsers');
  if (pathToCreate(actor) === 'no') throw new AppError('NOT_PERMITTED', { action: 'create users' });
  if (!input.role) throw new AppError('VALIDATION_FAILED').at({ path: 'userData.role', message: 'Role is required' });
  const userData = await draftPerson(write.tx, actor, { ...input, role: input.role });
  if (userData.name === '') {
    throw new AppError('VALIDATION_FAILED').at({ path: 'userData.name', message: 'Name is required' });
  }
  const targetUserId = await storePerson(write, userData, actor, {
    pending: pendingStatusFor(actor.role, userData.role),
  });
  return { targetUserId, userData, previousData: null };
}

function requirePath(actor: Actor, target: HeldUser, kind: RequestKind): void {
  const privilege = kind === 'delete' ? 'canDeleteUsers' : 'canEditUsers';
  if (pathToChange(actor, target, privilege) !== 'no') return;
  requirePrivilege(actor, privilege);
  if (!mayActOn(actor, target)) throw new AppError('NOT_BELOW_YOU');
  throw new AppError('NOT_PERMITTED', { action: `${kind} users` });
}

async function prepareChange(
  write: WriteContext,
  actor: Actor,
  asked: Asked & { target: HeldUser },
): Promise<Prepared> {
  const { kind, target, input } = asked;
  requirePath(actor, target, kind);
  if (await lockOpenRequest(write.tx, target.id)) throw new AppError('REQUEST_EXISTS', { name: target.name });
  requireSettled(target);
  const previousData = dataOf(target);
  const prepared = { targetUserId: target.id, userData: previousData, previousData };
  switch (kind) {
    case 'delete':
      await awaitDeletion(write, target);
      return prepared;
    case 'deactivate':
      if (target.status !== 'ACTIVE') {
        throw new AppError('USER_STATE', { name: target.name, status: target.status.toLowerCase() });
      }
      return { ...prepared, userData: { ...previousData, status: 'INACTIVE' } };
    case 'modify':
    case 'create': {
      const userData = await draftChange(write.tx, actor, previousData, input);
      if (Object.keys(changedParts(previousData, userData)).length === 0) {
        throw new AppError('VALIDATION_FAILED').at({ path: 'userData', message: 'Nothing is changed' });
      }
      await requireFree(write, actor, userData, target);
      return { ...prepared, userData };
    }
  }
}

/** The second approvers. Throws if no user could decide on the request. */
async function otherPersons(write: WriteContext, actor: Actor, targetUserId: UserId): Promise<UserId[]> {
  const others = await secondPersons(write.tx, write.organisation.levels, [actor.userId, targetUserId]);
  if (others.length === 0) throw new AppError('SECOND_PERSON_MISSING');
  return others.map(({ id }) => id);
}

/** The users notified of a new request: the approver of the chain, else the national office. */
async function approvers(write: WriteContext, actor: Actor, prepared: Prepared): Promise<UserId[]> {
  const { userData, previousData, targetUserId } = prepared;
  const roles = [userData.role, ...(previousData ? [previousData.role] : [])];
  if (takesSecondPerson({ requesterRole: actor.role, roles })) return await otherPersons(write, actor, targetUserId);
  const role = approverOf(actor.role);
  const at = actor.area === null ? undefined : ancestorOf(actor.area, assignmentType(role));
  const chain = role === 'state_admin' || role === 'lga_admin';
  const named = await activeHolders(write.tx, [role], chain ? (at === undefined ? [] : [at]) : 'any');
  return named.length > 0 ? named : await activeHolders(write.tx, ['national_admin', 'super_admin'], 'any');
}

/** Stores a request with its reservations, and notifies the approvers. */
export async function raiseRequest(write: WriteContext, actor: Actor, asked: Asked): Promise<ApprovalId> {
  const { kind, target } = asked;
  if (kind !== 'create' && !target) throw new AppError('REQUEST_TARGET_GONE');
  const prepared =
    kind !== 'create' && target
      ? await prepareChange(write, actor, { ...asked, target })
      : await prepareRegistration(write, actor, asked.input);
  const { targetUserId, userData, previousData } = prepared;
  const area: LocationId | null = previousData ? (previousData.area ?? userData.area) : userData.area;
  const type = typeOf(kind, previousData !== null && previousData.role !== userData.role);
  const id = newId<ApprovalId>();
  const requester = { id: actor.userId, role: actor.role, area: actor.area };
  const { justification, priority } = asked;
  await insertRequest(write.tx, {
    ...prepared,
    id,
    type,
    priority,
    requester,
    area,
    justification,
    now: write.now,
  });
  await insertEntry(write.tx, { requestId: id, kind: 'requested', by: actor.userId, comment: justification });
  await write.audit({
    event: 'approval.requested',
    resourceId: id,
    areaId: area,
    previous: previousData ? { ...previousData } : undefined,
    next: { type, targetUserId, justification, priority, ...userData },
  });
  const notified = (await approvers(write, actor, prepared)).filter((userId) => userId !== actor.userId);
  await notify(write, {
    userIds: notified,
    topic: 'approvals',
    type: priority === 'URGENT' || priority === 'HIGH' ? 'warning' : 'info',
    title: 'Approval requested',
    message: `${actor.name} (${ROLES[actor.role].title}) asks to ${askedFor(type, userData)}.`,
    actionUrl: requestUrl(id),
  });
  await notifyPeopleChanged(write, area, actor.userId);
  return id;
}

/** Closes the open request about a user who is deleted directly. */
export async function closeRequestAbout(write: WriteContext, actor: Actor, targetUserId: UserId): Promise<void> {
  const request = await lockOpenRequest(write.tx, targetUserId);
  if (!request) return;
  const comment = 'The person was deleted.';
  await decideRequest(write.tx, request.id, { status: 'CANCELLED', by: actor.userId, comment, now: write.now });
  await insertEntry(write.tx, { requestId: request.id, kind: 'cancelled', by: actor.userId, comment });
  await write.audit({
    event: 'approval.cancelled',
    resourceId: request.id,
    areaId: request.area_id,
    previous: { status: 'PENDING' },
    next: { status: 'CANCELLED', comment },
  });
  await notify(write, {
    userIds: [request.requester_id].filter((id) => id !== actor.userId),
    topic: 'approvals',
    type: 'info',
    title: 'Request closed',
    message: `Your request to ${askedFor(request.type, request.user_data)} was closed: the person was deleted.`,
    actionUrl: requestUrl(request.id),
  });
  await notifyPeopleChanged(write, request.area_id, request.requester_id);
}
