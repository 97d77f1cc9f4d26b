import {
  type Announcement,
  type AnnouncementId,
  reaches,
  type UpdateAnnouncementRequest,
} from '@ec/contract/announcements/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { expireAbout, renewAbout } from '../../platform/messages/outbox.ts';
import { notifyConsoles, putBeforePeople, queueNotices } from './publish.ts';
import type { AnnouncementRow } from './queries.ts';
import { changeAnnouncement, insertRead, lockAnnouncement } from './repository.ts';
import { announcementAddress, expiryFaults, isNotified, mayEdit } from './rules.ts';
import { announcementShown, oneAnnouncement } from './service.ts';
import { readTargets } from './targets.ts';

/** Loads and locks the announcement. Throws if the actor cannot change it or it was withdrawn. */
async function lockToChange(write: WriteContext, actor: Actor, id: AnnouncementId): Promise<AnnouncementRow> {
  await lockAnnouncement(write.tx, id);
  const row = await announcementShown(write, actor, id);
  if (!mayEdit(actor, row.areas)) {
    throw new AppError('NOT_PERMITTED', { action: 'change announcements that reach beyond your area' });
  }
  if (row.withdrawnAt) throw new AppError('ANNOUNCEMENT_WITHDRAWN', { name: row.changedByName });
  return row;
}

type Content = Pick<AnnouncementRow, 'title' | 'content' | 'priority' | 'roles' | 'areas' | 'expiresAt'>;
const PARTS = ['title', 'content', 'priority', 'roles', 'areas', 'expiresAt'] as const;
const AUDIENCE_PARTS: readonly string[] = ['priority', 'roles', 'areas'];

/** The fields that differ, with old and new values. */
function changesOf(before: Content, after: Content): { parts: string[]; previous: object; next: object } {
  const parts = PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  const pick = (content: Content) => Object.fromEntries(parts.map((part) => [part, content[part]]));
  return { parts, previous: pick(before), next: pick(after) };
}

/** Updates the announcement; refused if another user changed it since the editing began. `again`: also sends it again. */
export async function updateAnnouncement(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
  request: UpdateAnnouncementRequest,
): Promise<Announcement> {
  const row = await lockToChange(write, actor, id);
  if (row.version !== request.version) throw new AppError('ANNOUNCEMENT_CHANGED', { name: row.changedByName });
  const expiresAt = request.expiresAt === null ? null : new Date(request.expiresAt);
  const isKept = expiresAt?.getTime() === row.expiresAt?.getTime();
  const targets = await readTargets(write.tx, actor, request, {
    whole: row.authorAreas,
    more: isKept ? [] : expiryFaults(expiresAt, write.now),
  });
  const { title, content, priority, pinned, again = false } = request;
  const after = { title, content, priority, ...targets, expiresAt };
  const { parts, previous, next } = changesOf(row, after);
  const wasPinned = row.pinnedAt !== null;
  if (parts.length === 0 && pinned === wasPinned && !again) {
    write.noChange();
    return await oneAnnouncement(write, actor, id);
  }
  const isOtherAudience = parts.some((part) => AUDIENCE_PARTS.includes(part));
  const sending = row.sending + (again ? 1 : 0);
  await changeAnnouncement(write.tx, id, actor.userId, {
    title,
    content,
    priority,
    ...targets,
    expires_at: expiresAt,
    ...(pinned !== wasPinned && { pinned_at: pinned ? write.now : null }),
    ...(parts.length > 0 && { edited_at: write.now, edited_by: actor.userId }),
    sending,
    // All users are checked again; those notified of this sending before are not notified twice.
    ...((isOtherAudience || again) && { told_through: null }),
  });
  if (!isKept) {
    // Sent again, it has new messages for everyone.
    await (again ? expireAbout : renewAbout)(write.tx, announcementAddress(id), expiresAt);
    write.afterCommit(() => write.platform.messages.wake());
  }
  if (again) {
    await putBeforePeople(write, actor, id, sending);
    if (reaches(targets, actor)) await insertRead(write.tx, { id, sending }, actor.userId, write.now);
  }
  const pins = pinned === wasPinned ? [{}, {}] : [{ pinned: wasPinned }, { pinned }];
  await write.audit({
    event: 'announcement.updated',
    resourceId: id,
    areaId: row.areas[0] ?? null,
    previous: { ...previous, ...pins[0] },
    next: { ...next, ...pins[1], ...(again && { shownAgain: true }) },
  });
  await notifyConsoles(write, id, [{ roles: row.roles, areas: row.areas }, targets]);
  if (isNotified(priority) && (again || isOtherAudience || parts.includes('expiresAt'))) await queueNotices(write, id);
  return await oneAnnouncement(write, actor, id);
}

/** Pins or unpins the announcement. */
export async function pinAnnouncement(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
  pinned: boolean,
): Promise<Announcement> {
  const row = await lockToChange(write, actor, id);
  const wasPinned = row.pinnedAt !== null;
  if (wasPinned === pinned) write.noChange();
  else {
    await changeAnnouncement(write.tx, id, actor.userId, { pinned_at: pinned ? write.now : null });
    await write.audit({
      event: 'announcement.pinned',
      resourceId: id,
      areaId: row.areas[0] ?? null,
      previous: { pinned: wasPinned },
      next: { pinned },
    });
    await notifyConsoles(write, id, [{ roles: row.roles, areas: row.areas }]);
  }
  return await oneAnnouncement(write, actor, id);
}

/**
 * Withdraws the announcement: only those who manage it still see it, and neither further notifications nor waiting messages are sent; only the few that
 * are on their way to a gateway at this moment arrive.
 */
export async function withdrawAnnouncement(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
  reason: string | undefined,
): Promise<Announcement> {
  const row = await lockToChange(write, actor, id);
  const withdraw_reason = reason || null;
  await changeAnnouncement(write.tx, id, actor.userId, {
    withdrawn_at: write.now,
    withdrawn_by: actor.userId,
    withdraw_reason,
  });
  await expireAbout(write.tx, announcementAddress(id), write.now);
  await write.audit({
    event: 'announcement.withdrawn',
    resourceId: id,
    areaId: row.areas[0] ?? null,
    previous: { title: row.title },
    next: { reason: withdraw_reason },
  });
  await notifyConsoles(write, id, [{ roles: row.roles, areas: row.areas }]);
  return await oneAnnouncement(write, actor, id);
}
