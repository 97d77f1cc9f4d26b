import type { UserId } from '@ec/contract/common';
import type { NotificationTopic, NotificationType } from '@ec/contract/notifications';
import type { WriteContext } from '../../platform/context.ts';
import { saveNotifications } from './repository.ts';

/** Notifies each of the people once, if and when the write commits; open consoles show it at once. */
export async function notify(
  write: WriteContext,
  news: {
    userIds: readonly UserId[];
    /** What it is about; people choose by it what reaches them by SMS and e-mail. */
    topic?: NotificationTopic;
    type: NotificationType;
    title: string;
    message: string;
    actionUrl?: string | null;
  },
): Promise<void> {
  const userIds = [...new Set(news.userIds)];
  if (userIds.length === 0) return;
  const { topic = 'account', type, title, message, actionUrl = null } = news;
  const saved = await saveNotifications(write.tx, userIds, { topic, type, title, message, actionUrl });
  await Promise.all(
    saved.map(({ id, userId, createdAt }) =>
      write.emit({
        type: 'notification',
        userId,
        notification: {
          id: String(id),
          topic,
          type,
          title,
          message,
          isRead: false,
          createdAt: createdAt.toISOString(),
          actionUrl,
        },
      }),
    ),
  );
}
