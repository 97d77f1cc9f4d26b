import type {
  AnswerInfoRequest,
  ApprovalId,
  BulkDecisionRequest,
  BulkOutcome,
  CreateApprovalRequest,
  RequestInfoRequest,
} from '@ec/contract/approvals/schemas';
import type { FileId } from '@ec/contract/base/common';
import { type Actor, requireAccess } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Transact } from '../../platform/http/router.ts';
import { notify } from '../notifications/notify.ts';
import { holdUser } from '../users/change.ts';
import { notifyPeopleChanged } from '../users/people.ts';
import { holdsArea } from '../users/rules.ts';
import { decide, hold, release, requireDecision, requirePending } from './decide.ts';
import { listEntries, unusedPictures } from './queries.ts';
import { raiseRequest } from './requests.ts';
import { decideRequest, insertEntry, type LockedRequest, setRequiredInfo } from './repository.ts';
import { PRIVILEGE_OF } from './rules.ts';
import { askedFor, requestUrl } from './words.ts';

/** Raises the request of a form; throws if the user is gone or outside the actor's areas. */
export async function createRequest(
  write: WriteContext,
  actor: Actor,
  asked: CreateApprovalRequest,
): Promise<ApprovalId> {
  const { requestType: kind, userData: input, justification, priority } = asked;
  if (kind === 'create') return await raiseRequest(write, actor, { kind, input, justification, priority });
  if (!asked.targetUserId) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'targetUserId', message: 'Say whom the request is about' });
  }
  const target = await holdUser(write, asked.targetUserId);
  if (!target || !holdsArea(actor, target.area)) throw new AppError('NOT_FOUND');
  return await raiseRequest(write, actor, { kind, target, input, justification, priority });
}

/** Asks the requester for more information; the request stays pending. */
export async function requestInfo(
  write: WriteContext,
  actor: Actor,
  id: ApprovalId,
  wanted: RequestInfoRequest,
): Promise<void> {
  const held = await hold(write, actor, id);
  requireDecision(actor, held);
  const { request } = held;
  const lines = wanted.requiredInfo.filter((line) => line !== '');
  await setRequiredInfo(write.tx, id, { lines, comment: wanted.comment }, write.now);
  const entry = { requestId: id, by: actor.userId, comment: wanted.comment, requiredInfo: lines };
  await insertEntry(write.tx, { ...entry, kind: 'info_requested' });
  await write.audit({
    event: 'approval.info_requested',
    resourceId: id,
    areaId: request.area_id,
    next: { comment: wanted.comment, requiredInfo: lines },
  });
  await notify(write, {
    userIds: [request.requester_id],
    topic: 'approvals',
    type: 'warning',
    title: 'More information is needed',
    message: `${actor.name} asks about your request to ${askedFor(request.type, request.user_data)}: ${wanted.comment}`,
    actionUrl: requestUrl(id),
  });
  await notifyPeopleChanged(write, request.area_id, request.requester_id);
}

function requireRequester(actor: Actor, request: LockedRequest): void {
  if (request.requester_id !== actor.userId) throw new AppError('NOT_YOUR_REQUEST');
  requireAccess({ ...actor, electionMode: true }, { privilege: PRIVILEGE_OF[request.type] });
}

/** Throws ATTACHMENT_NOT_FOUND for a picture that the person did not upload for an answer, or that is in one already. */
async function requirePictures(write: WriteContext, actor: Actor, attachments: readonly FileId[]): Promise<void> {
  const unused = await unusedPictures(write.tx, attachments, actor.userId);
  if (unused.length === attachments.length) return;
  throw new AppError('ATTACHMENT_NOT_FOUND').at({ path: 'attachments', message: 'Attach the pictures again' });
}

/** Stores the requester's answer with its pictures. */
export async function answerInfo(
  write: WriteContext,
  actor: Actor,
  id: ApprovalId,
  { answer, attachments: asked }: AnswerInfoRequest,
): Promise<void> {
  const { request } = await hold(write, actor, id);
  requireRequester(actor, request);
  requirePending(request);
  if (request.required_info === null) throw new AppError('NOTHING_ASKED');
  const attachments = [...new Set(asked)];
  await requirePictures(write, actor, attachments);
  await setRequiredInfo(write.tx, id, null, write.now);
  await insertEntry(write.tx, { requestId: id, kind: 'answered', by: actor.userId, comment: answer, attachments });
  await write.audit({
    event: 'approval.answered',
    resourceId: id,
    areaId: request.area_id,
    next: { answer, ...(attachments.length > 0 && { attachments }) },
  });
  const askers = (await listEntries(write.tx, id)).flatMap(({ kind, by }) =>
    kind === 'info_requested' && by ? by.id : [],
  );
  await notify(write, {
    userIds: askers.slice(-1),
    topic: 'approvals',
    type: 'info',
    title: 'Information given',
    message: `${actor.name} answered about the request to ${askedFor(request.type, request.user_data)}.`,
    actionUrl: requestUrl(id),
  });
  await notifyPeopleChanged(write, request.area_id, request.requester_id);
}

/** Withdraws the request; its reservations are released. */
export async function withdraw(write: WriteContext, actor: Actor, id: ApprovalId): Promise<void> {
  const held = await hold(write, actor, id);
  const { request } = held;
  requireRequester(actor, request);
  requirePending(request);
  await release(write, held);
  await decideRequest(write.tx, id, { status: 'CANCELLED', by: actor.userId, comment: null, now: write.now });
  await insertEntry(write.tx, { requestId: id, kind: 'cancelled', by: actor.userId });
  await write.audit({
    event: 'approval.cancelled',
    resourceId: id,
    areaId: request.area_id,
    previous: { status: 'PENDING' },
    next: { status: 'CANCELLED' },
  });
  await notifyPeopleChanged(write, request.area_id, request.requester_id);
}

/** Decides on each request in its own transaction: one that fails does not affect the others. */
export async function decideAll(
  transact: Transact,
  actor: Actor,
  bulk: BulkDecisionRequest,
  approve: boolean,
  onBug: (error: unknown) => void,
): Promise<BulkOutcome> {
  const comment = bulk.comment?.trim() || null;
  if (!approve && comment === null) {
    throw new AppError('VALIDATION_FAILED').at({ path: 'comment', message: 'A reason is required' });
  }
  const outcomes: BulkOutcome['outcomes'] = [];
  for (const id of new Set(bulk.requestIds)) {
    try {
      await transact((write) => decide(write, actor, id, { approve, comment }));
      outcomes.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError)) onBug(error);
      const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL');
      outcomes.push({ id, ok: false, code, error: message });
    }
  }
  return { done: outcomes.filter(({ ok }) => ok).length, outcomes };
}
