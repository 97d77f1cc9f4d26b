import type { NotificationList } from '@ec/contract/notifications/schemas';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../../lib/http/api.ts';
import { useConnection } from '../../lib/stream/connection.ts';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { throttled } from '../../lib/stream/throttle.ts';
import { NOTIFICATIONS_KEPT, withNotification, withRead } from './list-state.ts';

const LATEST = ['notifications', 'latest'] as const;
export const HISTORY = ['notifications', 'history'] as const;

/** How often the bell asks again after a failure, and how often without events (push may be switched off). */
const RETRY_MS = 15_000;
const POLL_MS = 5 * 60_000;
const REFRESH_MS = 500;

const latestQuery = queryOptions({
  queryKey: LATEST,
  queryFn: ({ signal }) => api.call('GET /notifications', { query: { pageSize: NOTIFICATIONS_KEPT }, signal }),
  staleTime: 60_000,
  refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : POLL_MS),
  meta: { shell: true },
});

/** The person's newest notifications, kept current by the stream. */
export function useNotifications() {
  const queryClient = useQueryClient();
  const latest = useMemo(
    () => throttled(() => queryClient.invalidateQueries({ queryKey: LATEST }), REFRESH_MS),
    [queryClient],
  );
  const history = useMemo(
    () => throttled(() => queryClient.invalidateQueries({ queryKey: HISTORY }), REFRESH_MS),
    [queryClient],
  );
  useEffect(
    () => () => {
      latest.cancel();
      history.cancel();
    },
    [latest, history],
  );
  // An answer that is on its way may be older than this notification, and would remove it again.
  const askIfOnItsWay = () => {
    if (queryClient.isFetching({ queryKey: LATEST }) > 0) latest.ask();
  };
  useStreamMessage('notification', ({ notification }) => {
    const list = queryClient.getQueryData<NotificationList>(LATEST);
    const next = list && withNotification(list, notification);
    if (next) queryClient.setQueryData<NotificationList>(LATEST, next);
    if (!next) latest.ask();
    askIfOnItsWay();
    history.ask();
  });
  useStreamMessage('notification-read', ({ id, unread }) => {
    showRead(queryClient, id, unread);
    askIfOnItsWay();
  });
  // What was saved between the first answer and the opening of the stream was not delivered.
  useEffect(
    () =>
      useConnection.subscribe((now, before) => {
        if (before.stream === 'connecting' && now.stream === 'open') latest.ask();
      }),
    [latest],
  );
  return useQuery(latestQuery);
}

function showRead(queryClient: QueryClient, id: string | null, unread: number): void {
  queryClient.setQueriesData<NotificationList>(
    { queryKey: ['notifications'] },
    (list) => list && withRead(list, id, unread),
  );
}

export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('PATCH /notifications/:id/read', { params: { id } }),
    onSuccess: ({ unread }, id) => showRead(queryClient, id, unread),
    onError: (error) => notifyError(error, 'The notification could not be marked as read'),
  });
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('POST /notifications/read-all'),
    onSuccess: ({ unread }) => {
      showRead(queryClient, null, unread);
      notifySuccess('All notifications are marked as read.');
      return queryClient.invalidateQueries({ queryKey: ['notifications'] });
    },
    onError: (error) => notifyError(error, 'The notifications could not be marked as read'),
  });
}
