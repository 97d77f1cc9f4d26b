import { ANNOUNCEMENTS_AN_HOUR, type AnnouncementId, type Audience } from '@ec/contract/announcements/schemas';
import type { Actor } from '../../platform/http/actor.ts';
import type { WriteContext } from '../../platform/http/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { insertSending, lockAuthor, sentSince } from './repository.ts';
import type {} from './jobs.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Records a sending of the announcement (first or repeated); refused above the limit per author and hour. Concurrent sendings of one author wait for
 * each other.
 */
export async function putBeforePeople(
  write: WriteContext,
  actor: Actor,
  id: AnnouncementId,
  number: number,
): Promise<void> {
  await lockAuthor(write.tx, actor.userId);
  const since = new Date(write.now.getTime() - HOUR_MS);
  const sent = await sentSince(write.tx, actor.userId, since, ANNOUNCEMENTS_AN_HOUR);
  const oldest = sent[ANNOUNCEMENTS_AN_HOUR - 1];
  if (oldest) {
    const minutes = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / MINUTE_MS));
    throw new AppError('ANNOUNCEMENT_LIMIT', { limit: ANNOUNCEMENTS_AN_HOUR, minutes });
  }
  await insertSending(write.tx, id, { number, by: actor.userId, at: write.now });
}

/** Notifies the open consoles of users it reaches, or reached, of the change. */
export async function notifyConsoles(write: WriteContext, id: AnnouncementId, audiences: Audience[]): Promise<void> {
  await write.emit({ type: 'announcement.changed', announcementId: id, audiences });
}

/** The users are notified after the commit, in a job of many steps. */
export async function queueNotices(write: WriteContext, id: AnnouncementId): Promise<void> {
  await addJob(write.tx, 'announcements.tell', { id }, { key: `announcements.tell:${id}`, attempts: 25 });
}
