import type { Notification, NotificationList } from '@ec/contract/notifications/schemas';

export const NOTIFICATIONS_KEPT = 20;
export const NOTIFICATIONS_IN_BELL = 5;

/**
 * The list with one that has just come: the newest goes first and 20 are kept. Null for one that is neither newer than
 * all of them nor among them: whether it was counted is not known here, so the list must be requested again.
 */
export function withNotification(list: NotificationList, added: Notification): NotificationList | null {
  if (list.notifications.some((item) => item.id === added.id)) return list;
  const newest = list.notifications[0];
  if (newest && Number(newest.id) > Number(added.id)) return null;
  return {
    notifications: [added, ...list.notifications].slice(0, NOTIFICATIONS_KEPT),
    total: list.total + 1,
    unread: list.unread + (added.isRead ? 0 : 1),
  };
}

/** The list after one of it, or all of it (null), was read. */
export function withRead(list: NotificationList, id: string | null, unread: number): NotificationList {
  const notifications = list.notifications.map((item) =>
    id === null || item.id === id ? { ...item, isRead: true } : item,
  );
  return { ...list, notifications, unread };
}

/** Only paths of this console are followed, never another address in a notification. */
export function isLocal(url: string | null): url is string {
  return url !== null && /^\/(?![/\\])/.test(url);
}
