import {
  type Announcement,
  ANNOUNCEMENTS_AN_HOUR,
  type AnnouncementId,
  type Audience,
  type CreateAnnouncementRequest,
  reaches,
  type UpdateAnnouncementRequest,
} from '@ec/contract/announcements';
import type { FieldError } from '@ec/contract/errors';
import type { Actor } from '../../platform/actor.ts';
import type { WriteContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs.ts';
import { type AnnouncementRow, sentSince } from './queries.ts';
import { changeAnnouncement, insertAnnouncement, insertRead, lockAnnouncement, lockAuthor } from './repository.ts';
import { isEditor, isTold, mayEdit } from './rules.ts';
import { announcementShown, oneAnnouncement } from './service.ts';
import { readTargets } from './targets.ts';
import type {} from './jobs.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Refuses the next one within an hour of so many; simultaneous ones wait for each other. */
async function requireTurn(write: WriteContext, actor: Actor): Promise<void> {
  await lockAuthor(write.tx, actor.userId);
  const since = new Date(write.now.getTime() - HOUR_MS);
  const sent = await sentSince(write.tx, actor.userId, since, ANNOUNCEMENTS_AN_HOUR);
  const oldest = sent[ANNOUNCEMENTS_AN_HOUR - 1];
  if (!oldest) return;
  const minutes = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / MINUTE_MS));
  throw new AppError('ANNOUNCEMENT_LIMIT', { limit: ANNOUNCEMENTS_AN_HOUR, minutes });
}

function expiryFaults(expiresAt: Date | null, now: Date): FieldError[] {
  if (expiresAt === null || expiresAt > now) return [];
  return [{ path: 'expiresAt', message: 'Choose a time that is still to come' }];
}

const toDate = (moment: string | null): Date | null => (moment === null ? null : new Date(moment));

async function tellChange(write: WriteContext, id: AnnouncementId, audiences: Audience[]): Promise<void> {
  await write.emit({ type: 'announcement.changed', announcementId: id, audiences });
}

/** Those whom it reaches are notified after the commit, in a job of many steps. */
async function tellPeople(write: WriteContext, id: AnnouncementId): Promise<void> {
  await addJob(write.tx, 'announcements.tell', { id }, { key: `announcements.tell:${id}`, attempts: 25 });
}

/** Sends an announcement to those of the author's area whom it names. Whoever wrote it has read it. */
export async function createAnnouncement(
  write: WriteContext,
  actor: Actor,
  request: CreateAnnouncementRequest,
): Promise<Announcement> {
  if (actor.areas.length === 0) throw new AppError('NOT_PERMITTED', { action: 'send announcements without an area' });
  if (request.pinned && !isEditor(actor)) throw new AppError('NOT_PERMITTED', { action: 'pin announcements' });
  const { title, content, priority, pinned } = request;
  const expiresAt = toDate(request.expiresAt);
  const targets = await readTargets(write.tx, actor, request, {
    whole: actor.areas,
    more: expiryFaults(expiresAt, write.now),
  });
  await requireTurn(write, actor);
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
  });
  if (reaches(targets, actor)) await insertRead(write.tx, id, actor.userId, write.now);
  await write.audit({
    event: 'announcement.created',
    resourceId: id,
    areaId: actor.area,
    next: { title, content, priority, ...targets, expiresAt, pinned },
  });
  await tellChange(write, id, [targets]);
  if (isTold(priority)) await tellPeople(write, id);
  return await oneAnnouncement(write, actor, id);
}

/** The announcement, kept as it is until the transaction ends, if the person may change it and it was not withdrawn. */
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

/** The parts that differ, as they were and as they are to be. */
function changesOf(before: Content, after: Content): { parts: string[]; previous: object; next: object } {
  const parts = PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  const pick = (content: Content) => Object.fromEntries(parts.map((part) => [part, content[part]]));
  return { parts, previous: pick(before), next: pick(after) };
}

/** Puts the announcement as it is to be, unless somebody else changed it since the editing began. */
export async function updateAnnouncement(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
  request: UpdateAnnouncementRequest,
): Promise<Announcement> {
  const row = await lockToChange(write, actor, id);
  if (row.version !== request.version) throw new AppError('ANNOUNCEMENT_CHANGED', { name: row.changedByName });
  const expiresAt = toDate(request.expiresAt);
  const isKept = expiresAt?.getTime() === row.expiresAt?.getTime();
  const targets = await readTargets(write.tx, actor, request, {
    whole: row.authorAreas,
    more: isKept ? [] : expiryFaults(expiresAt, write.now),
  });
  const { title, content, priority, pinned } = request;
  const after = { title, content, priority, ...targets, expiresAt };
  const { parts, previous, next } = changesOf(row, after);
  const wasPinned = row.pinnedAt !== null;
  if (parts.length === 0 && pinned === wasPinned) {
    write.noChange();
    return await oneAnnouncement(write, actor, id);
  }
  const isOtherAudience = parts.some((part) => AUDIENCE_PARTS.includes(part));
  await changeAnnouncement(write.tx, id, actor.userId, {
    title,
    content,
    priority,
    ...targets,
    expires_at: expiresAt,
    ...(pinned !== wasPinned && { pinned_at: pinned ? write.now : null }),
    ...(parts.length > 0 && { edited_at: write.now, edited_by: actor.userId }),
    // Everybody is looked at once more; who was notified before is not notified again.
    ...(isOtherAudience && { told_through: null }),
  });
  const pins = pinned === wasPinned ? [{}, {}] : [{ pinned: wasPinned }, { pinned }];
  await write.audit({
    event: 'announcement.updated',
    resourceId: id,
    areaId: row.areas[0] ?? null,
    previous: { ...previous, ...pins[0] },
    next: { ...next, ...pins[1] },
  });
  await tellChange(write, id, [{ roles: row.roles, areas: row.areas }, targets]);
  if (isTold(priority) && (isOtherAudience || parts.includes('expiresAt'))) await tellPeople(write, id);
  return await oneAnnouncement(write, actor, id);
}

/** Puts the announcement before all others, or back among them. */
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
    await tellChange(write, id, [{ roles: row.roles, areas: row.areas }]);
  }
  return await oneAnnouncement(write, actor, id);
}

/** Takes the announcement back: from now on only those who look after it see it, and nobody else is notified of it. */
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
  await write.audit({
    event: 'announcement.withdrawn',
    resourceId: id,
    areaId: row.areas[0] ?? null,
    previous: { title: row.title },
    next: { reason: withdraw_reason },
  });
  await tellChange(write, id, [{ roles: row.roles, areas: row.areas }]);
  return await oneAnnouncement(write, actor, id);
}
