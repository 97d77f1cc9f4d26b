import type { UserId } from '@ec/contract/base/common';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { notify } from '../notifications/notify.ts';
import { notifyPeopleChanged } from '../users/people.ts';
import { decideRequest, insertEntry, lockOpenRequest } from './repository.ts';
import { askedFor, requestUrl } from './words.ts';

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
