import type { AnnouncementId } from '@ec/contract/announcements/schemas';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { systemWrite } from '../../platform/database/transact.ts';
import { notify } from '../notifications/notify.ts';
import { listNextReached, peopleReached } from './audience-queries.ts';
import { type LockedAnnouncement, lockAnnouncement, noteNotices, saveNotifiedThrough } from './repository.ts';
import { announcementAddress, isNotified, noticeOf } from './rules.ts';

/** Users notified per transaction: enough to be fast, few enough that edits and withdrawals do not wait long. */
const PEOPLE_A_STEP = 1000;

const isOver = ({ withdrawn_at: withdrawn, expires_at: expires }: LockedAnnouncement, now: Date): boolean =>
  withdrawn !== null || (expires !== null && expires <= now);

/** Notifies the next users; false if there are no more or the announcement has ended. */
async function notifyNext(write: SystemWrite, id: AnnouncementId, limit: number): Promise<boolean> {
  const { tx, now } = write;
  const row = await lockAnnouncement(tx, id);
  if (!row || isOver(row, now) || !isNotified(row.priority)) return false;
  const reached = await peopleReached(tx, write, row);
  const next = await listNextReached(tx, reached, { after: row.told_through, except: row.created_by, limit });
  const last = next.at(-1);
  if (last === undefined) return false;
  const isUrgent = row.priority === 'urgent';
  const userIds = await noteNotices(tx, id, next, { urgent: isUrgent, sending: row.sending });
  await notify(write, {
    userIds,
    topic: 'announcements',
    type: isUrgent ? 'warning' : 'info',
    ...noticeOf(row),
    actionUrl: announcementAddress(id),
    by: isUrgent ? ['sms', 'email'] : ['email'],
    urgent: isUrgent,
    expiresAt: row.expires_at,
  });
  await saveNotifiedThrough(tx, id, last);
  return next.length === limit;
}

/**
 * Notifies all users the announcement reaches, in steps, each user once even if the job is interrupted or runs twice: every step records in its own
 * transaction whom it notified and how far it came. Each step reads the announcement again, so a withdrawn or expired one stops.
 */
export async function notifyPeople(
  platform: Platform,
  id: AnnouncementId,
  signal?: AbortSignal,
  limit = PEOPLE_A_STEP,
): Promise<void> {
  let isMore = true;
  while (isMore) {
    // Throws, so that the job resumes later.
    signal?.throwIfAborted();
    isMore = await systemWrite(platform, (write) => notifyNext(write, id, limit));
  }
}
