import type { UserId } from '@ec/contract/base/common';
import { NOTIFICATION_TOPICS, TOPICS } from '@ec/contract/notifications/schemas';
import { systemWrite } from '../../platform/database/transact.ts';
import type { Platform, SystemWrite } from '../../platform/http/context.ts';
import { job, type JobDefinition } from '../../platform/jobs/jobs.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { switchedOn } from './delivery-service.ts';
import {
  type HeldNotice,
  listHeld,
  type NewDigest,
  queueDigests,
  releaseHeld,
  saveDigests,
} from './digest-repository.ts';
import { digestIsDue, emailSubject, emailText, smsText, timingOf } from './rules.ts';

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    'notifications.digest': Record<string, never>;
  }
}

/** Users per transaction. */
const BATCH = 300;

/** One notification for the notices of a user: how many, since when, about what. Null where all of them are read. */
function digestOf(userId: UserId, notices: readonly HeldNotice[], timeOf: (moment: Date) => string): NewDigest | null {
  const unread = notices.filter(({ isRead }) => !isRead);
  const first = unread[0];
  if (!first) return null;
  const counts = TOPICS.map((topic) => ({ topic, count: unread.filter((each) => each.topic === topic).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const since = unread.reduce((oldest, { createdAt }) => (createdAt < oldest ? createdAt : oldest), first.createdAt);
  return {
    userId,
    topic: counts[0]?.topic ?? first.topic,
    topics: counts.map(({ topic }) => topic),
    title: `${unread.length === 1 ? '1 notice' : `${unread.length} notices`} since ${timeOf(since)}`,
    message: `${counts.map(({ topic, count }) => `${NOTIFICATION_TOPICS[topic].title}: ${count}`).join(', ')}.`,
    actionUrl: '/notifications',
  };
}

async function send(write: SystemWrite, digests: readonly NewDigest[]): Promise<void> {
  const saved = await saveDigests(write.tx, digests, write.now);
  const { publicUrl } = write.platform.config;
  const { general, notifications } = write.organisation.settings;
  const about = { systemName: general.systemName, publicUrl };
  const messages = digests.map((digest) => ({
    ...digest,
    sms: smsText(digest, publicUrl),
    subject: emailSubject(digest),
    body: emailText(digest, about),
  }));
  const queued = await queueDigests(write.tx, messages, switchedOn(write));
  if (queued > 0) write.afterCommit(() => write.platform.messages.wake());
  if (!notifications.pushNotifications) return;
  const byUser = new Map(digests.map((digest) => [digest.userId, digest]));
  await write.emitAll(
    saved.flatMap(({ id, userId, createdAt }) => {
      const digest = byUser.get(userId);
      if (!digest) return [];
      const { topic, title, message, actionUrl } = digest;
      const content = { topic, type: 'info' as const, title, message, actionUrl };
      const notification = { id: String(id), ...content, isRead: false, createdAt: createdAt.toISOString() };
      return { type: 'notification' as const, userId, notification };
    }),
  );
}

/** Sends each user whose digest is due one notification and one message about what was held back. */
export async function sendDigests(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { settings } = await platform.organisation.current();
  const { time: timeOf } = formatsOf(settings);
  const now = platform.clock.now();
  const time = timeOf(now);
  const due = (await listHeld(platform.database.db))
    .filter(({ preferences, oldest }) => digestIsDue(timingOf(preferences), { oldest, now, time }))
    .map(({ userId }) => userId);
  for (let at = 0; at < due.length && signal?.aborted !== true; at += BATCH) {
    await systemWrite(platform, async (write) => {
      const notices = await releaseHeld(write.tx, due.slice(at, at + BATCH));
      const digests = [...Map.groupBy(notices, ({ userId }) => userId)].flatMap(
        ([userId, theirs]) => digestOf(userId, theirs, timeOf) ?? [],
      );
      if (digests.length > 0) await send(write, digests);
    });
  }
}

export function notificationJobs(platform: Platform): JobDefinition[] {
  return [job('notifications.digest', (_payload, signal) => sendDigests(platform, signal), '* * * * *')];
}
