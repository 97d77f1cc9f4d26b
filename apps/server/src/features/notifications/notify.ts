import type { UserId } from '@ec/contract/base/common';
import type { DeliveryChannel, NotificationTopic, NotificationType } from '@ec/contract/notifications/schemas';
import type { SystemWrite } from '../../platform/http/context.ts';
import { sendToThoseWhoWant } from './delivery-service.ts';
import { saveNotifications } from './repository.ts';

/**
 * Notifies each of the people once, if and when the write commits: in the console always, and by SMS or e-mail those
 * who want the topic that way. Open consoles show it at once; while the setting pushNotifications is off nothing is
 * pushed to them, and it is stored and counted all the same, to be seen when a console loads its list.
 */
export async function notify(
  write: SystemWrite,
  news: {
    userIds: readonly UserId[];
    /** What it is about; people choose by it what reaches them by SMS and e-mail. */
    topic: NotificationTopic;
    type: NotificationType;
    title: string;
    message: string;
    /** A page of the console that the receiver's role may open, as near to the thing itself as there is one. */
    actionUrl?: string | null;
    /** The ways besides the console by which those who want the topic so are told; all where not given. */
    by?: readonly DeliveryChannel[];
  },
): Promise<void> {
  const userIds = [...new Set(news.userIds)];
  if (userIds.length === 0) return;
  const { topic, type, title, message, actionUrl = null, by } = news;
  const content = { topic, type, title, message, actionUrl };
  const [saved] = await Promise.all([
    saveNotifications(write.tx, userIds, content, write.now),
    sendToThoseWhoWant(write, userIds, content, by),
  ]);
  if (!write.organisation.settings.notifications.pushNotifications) return;
  await write.emitAll(
    saved.map(({ id, userId, createdAt }) => ({
      type: 'notification',
      userId,
      notification: { id: String(id), ...content, isRead: false, createdAt: createdAt.toISOString() },
    })),
  );
}
