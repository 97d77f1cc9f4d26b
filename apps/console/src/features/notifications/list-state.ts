import {
  type Notification,
  NOTIFICATION_TOPICS,
  type NotificationList,
  NotificationTopic,
  NotificationType,
  TOPICS,
} from '@ec/contract/notifications/schemas';
import type { Tone } from '../../components/figure/StatusChip.tsx';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';

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

export const NOTHING_NARROWED = { q: '', show: '', type: '', topic: '' };

/** As they stand in the address. */
export const FILTERS = { ...NOTHING_NARROWED, page: '1' };
export type Filters = typeof FILTERS;

export const TYPE_CHIPS: Record<NotificationType, { tone: Tone; label: string }> = {
  error: { tone: 'bad', label: 'Error' },
  warning: { tone: 'wait', label: 'Warning' },
  success: { tone: 'ok', label: 'Success' },
  info: { tone: 'info', label: 'Info' },
};

export const SHOW_CHOICES = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
];
export const TYPE_CHOICES = [
  { value: '', label: 'All types' },
  ...NotificationType.options.map((value) => ({ value, label: TYPE_CHIPS[value].label })),
];
export const TOPIC_CHOICES = [
  { value: '', label: 'All topics' },
  ...TOPICS.map((value) => ({ value, label: NOTIFICATION_TOPICS[value].title })),
];

export const isNarrowed = (filters: Filters): boolean => isFilteredFrom(filters, NOTHING_NARROWED);

/** The query of the call; what an address says that no filter knows is left out. */
export function parametersOf({ q, show, type, topic, page }: Filters) {
  return {
    q,
    unread: show === 'unread' ? 'true' : undefined,
    type: NotificationType.safeParse(type).data,
    topic: NotificationTopic.safeParse(topic).data,
    page: pageNumber(page),
    pageSize: PAGE_SIZE,
  };
}
