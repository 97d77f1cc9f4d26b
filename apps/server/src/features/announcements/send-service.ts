import {
  type Announcement,
  type AnnouncementId,
  type CreateAnnouncementRequest,
  reaches,
} from '@ec/contract/announcements/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { newId, sha256 } from '../../platform/runtime/ids.ts';
import { notifyConsoles, putBeforePeople, queueNotices } from './publish.ts';
import { findByKey, insertAnnouncement, insertRead, lockAuthor } from './repository.ts';
import { expiryFaults, isEditor, isNotified } from './rules.ts';
import { oneAnnouncement } from './service.ts';
import { readTargets } from './targets.ts';

/** A hash of the request in canonical form, to recognise a repeated request. */
function hashOf({
  title,
  content,
  priority,
  roles,
  regions,
  states,
  expiresAt,
  pinned,
}: CreateAnnouncementRequest): Buffer {
  const audience = [roles.toSorted(), regions.toSorted(), states.toSorted()];
  return sha256(JSON.stringify([title, content, priority, ...audience, expiresAt, pinned]));
}

/** Stores an announcement for the named part of the author's area; the author counts as a reader. */
async function store(
  write: WriteContext,
  actor: Actor,
  request: CreateAnnouncementRequest,
  sent: { key: string; requestHash: Buffer },
): Promise<Announcement> {
  if (actor.areas.length === 0) throw new AppError('NOT_PERMITTED', { action: 'send announcements without an area' });
  if (request.pinned && !isEditor(actor)) throw new AppError('NOT_PERMITTED', { action: 'pin announcements' });
  const { title, content, priority, pinned } = request;
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  const targets = await readTargets(write.tx, actor, request, {
    whole: actor.areas,
    more: expiryFaults(expiresAt, write.now),
  });
  const id = newId<AnnouncementId>();
  await insertAnnouncement(write.tx, {
    id,
    title,
    content,
    priority,
    ...targets,
    author_areas: [...actor.areas],
    created_by: actor.userId,
    created_role: actor.role,
    created_at: write.now,
    edited_at: null,
    edited_by: null,
    expires_at: expiresAt,
    pinned_at: pinned ? write.now : null,
    withdrawn_at: null,
    withdrawn_by: null,
    withdraw_reason: null,
    changed_by: actor.userId,
    told_through: null,
    idempotency_key: sent.key,
    request_hash: sent.requestHash,
  });
  await putBeforePeople(write, actor, id, 1);
  if (reaches(targets, actor)) await insertRead(write.tx, { id, sending: 1 }, actor.userId, write.now);
  await write.audit({
    event: 'announcement.created',
    resourceId: id,
    areaId: actor.area,
    next: { title, content, priority, ...targets, expiresAt, pinned },
  });
  await notifyConsoles(write, id, [targets]);
  if (isNotified(priority)) await queueNotices(write, id);
  return await oneAnnouncement(write, actor, id);
}

/** Sends one announcement; a repeated request with the same key returns the stored one. */
export async function sendAnnouncement(
  write: WriteContext,
  actor: Actor,
  request: CreateAnnouncementRequest,
  key: string,
): Promise<{ announcement: Announcement; repeated: boolean }> {
  const requestHash = hashOf(request);
  // Of two concurrent requests, the second waits here and finds the row of the first.
  await lockAuthor(write.tx, actor.userId);
  const before = await findByKey(write.tx, actor.userId, key);
  if (!before) return { announcement: await store(write, actor, request, { key, requestHash }), repeated: false };
  if (!before.requestHash.equals(requestHash)) throw new AppError('ANNOUNCEMENT_KEY_CONFLICT');
  write.noChange();
  return { announcement: await oneAnnouncement(write, actor, before.id), repeated: true };
}
