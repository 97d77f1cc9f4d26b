import type { UserId } from '@ec/contract/base/common';
import type { DeliveryChannel, NotificationTopic, NotificationType } from '@ec/contract/notifications/schemas';
import type { SystemWrite } from '../../platform/http/context.ts';
import { formatsOf } from '../../platform/runtime/format.ts';
import { sendToThoseWhoWant } from './delivery-service.ts';
import { countUnread } from './queries.ts';
import { markReadAt, saveNotifications } from './repository.ts';

/**
 * Notifies each user once when the write commits: always in the console, and by SMS or e-mail those who chose that for the topic. Open consoles show
 * it at once, but those of users in their quiet hours or with a digest, who hear of it by that (digest-service.ts). While the setting pushNotifications is off, it is stored and counted but not pushed; a console shows it when it loads its list.
 */
export async function notify(
  write: SystemWrite,
  news: {
    userIds: readonly UserId[];
    /** Users choose by topic what they get by SMS and e-mail. */
    topic: NotificationTopic;
    type: NotificationType;
    title: string;
    message: string;
    /** The page of the console closest to the subject that the receiver's role can open. */
    actionUrl?: string | null;
    /** Channels besides the console for users who chose the topic; all if absent. */
    by?: readonly DeliveryChannel[];
    /** Disturbs users in their quiet hours too, and does not wait for a digest. */
    urgent?: boolean;
    /** From when on its messages are useless, and are not sent any more. */
    expiresAt?: Date | null;
  },
): Promise<void> {
  const userIds = [...new Set(news.userIds)];
  if (userIds.length === 0) return;
  const { topic, type, title, message, actionUrl = null, by, urgent = false, expiresAt = null } = news;
  const content = { topic, type, title, message, actionUrl };
  const time = formatsOf(write.organisation.settings).time(write.now);
  const sending = { now: write.now, time, urgent, expiresAt };
  const [saved] = await Promise.all([
    saveNotifications(write.tx, userIds, content, sending),
    sendToThoseWhoWant(write, userIds, content, { by, sending }),
  ]);
  if (!write.organisation.settings.notifications.pushNotifications) return;
  await write.emitAll(
    saved.flatMap(({ id, userId, createdAt, held }) => {
      if (held) return [];
      return {
        type: 'notification' as const,
        userId,
        notification: { id: String(id), ...content, isRead: false, createdAt: createdAt.toISOString() },
      };
    }),
  );
}

/** What the user has read at its source is read in the bell too. The caller's audit entry says what was read. */
export async function readAtSource(write: SystemWrite, userId: UserId, actionUrl: string): Promise<void> {
  const ids = await markReadAt(write.tx, userId, actionUrl, write.now);
  if (ids.length === 0) return;
  const unread = await countUnread(write.tx, userId);
  await write.emitAll(ids.map((id) => ({ type: 'notification.read', userId, id: String(id), unread })));
}
