import type { Notification, NotificationList, UnreadAnswer } from '@ec/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { useStreamMessage } from '../../lib/stream.ts';

export const NOTIFICATIONS_KEPT = 20;
export const NOTIFICATIONS_IN_BELL = 5;

const KEY = ['notifications'] as const;

/** A new one goes first; the list keeps the newest 20. */
export function withNotification(list: NotificationList, added: Notification): NotificationList {
  if (list.notifications.some((item) => item.id === added.id)) return list;
  return {
    notifications: [added, ...list.notifications].slice(0, NOTIFICATIONS_KEPT),
    total: list.total + 1,
    unread: list.unread + (added.isRead ? 0 : 1),
  };
}

export function withRead(list: NotificationList, id: string, unread: number): NotificationList {
  const notifications = list.notifications.map((item) => (item.id === id ? { ...item, isRead: true } : item));
  return { ...list, notifications, unread };
}

/** The person's newest notifications, kept current by the stream. */
export function useNotifications() {
  const queryClient = useQueryClient();
  useStreamMessage('notification', ({ notification }) => {
    queryClient.setQueryData<NotificationList>(KEY, (list) => list && withNotification(list, notification));
  });
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      api.get<NotificationList>('/notifications', { query: { pageSize: NOTIFICATIONS_KEPT }, signal }),
    staleTime: 60_000,
  });
}

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.patch<UnreadAnswer>(`/notifications/${encodeURIComponent(id)}/read`),
    onSuccess: ({ unread }, id) =>
      queryClient.setQueryData<NotificationList>(KEY, (list) => list && withRead(list, id, unread)),
    onError: (error) => notifyError(error),
  });
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post('/notifications/read-all'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    onError: (error) => notifyError(error),
  });
}
