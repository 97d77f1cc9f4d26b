import type { Announcement, AnnouncementList, UrgentAnnouncements } from '@ec/contract/announcements/schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ANNOUNCEMENT_LISTS_KEY, announcementQuery, ANNOUNCEMENTS_KEY, URGENT_KEY } from './announcement-news.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { readUserId } from '../../lib/session/session-store.ts';

function showRead(queryClient: QueryClient, id: string, isRead: boolean): void {
  const step = isRead ? -1 : 1;
  const counted = (unread: number) => Math.max(0, unread + step);
  queryClient.setQueriesData<AnnouncementList>(
    { queryKey: ANNOUNCEMENT_LISTS_KEY },
    (list) =>
      list && {
        ...list,
        unread: counted(list.unread),
        announcements: list.announcements.map((each) => (each.id === id ? { ...each, isRead } : each)),
      },
  );
  queryClient.setQueryData<Announcement>(announcementQuery(id).queryKey, (one) => one && { ...one, isRead });
  queryClient.setQueryData<UrgentAnnouncements>(
    URGENT_KEY,
    (news) =>
      news && {
        announcements: isRead ? news.announcements.filter((each) => each.id !== id) : news.announcements,
        unread: counted(news.unread),
      },
  );
}

const NO_ANSWER = new Set<string>(['NETWORK', 'TIMEOUT', 'UNAVAILABLE']);
const LONGEST_WAIT_MS = 30_000;

/**
 * Marks an announcement as read: shown at once, and undone if the call fails. `patient` retries for as long as the network is
 * down, so that an urgent announcement does not block the page until then.
 */
export function useMarkAnnouncementRead({ patient = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, userId }: { id: string; userId: string | null }) => {
      // Attempts outlive the session: nothing is marked for the next user who signs in.
      if (userId !== readUserId()) throw ApiError.client('CANCELLED');
      return api.call('PATCH /announcements/:id/read', { params: { id } });
    },
    retry: (_, error) => patient && error instanceof ApiError && NO_ANSWER.has(error.code),
    retryDelay: (attempt) => Math.min(LONGEST_WAIT_MS, 2000 * 2 ** attempt),
    onMutate: ({ id }) => showRead(queryClient, id, true),
    onSuccess: ({ unread }) => {
      queryClient.setQueryData<UrgentAnnouncements>(URGENT_KEY, (news) => news && { ...news, unread });
      // This removes it from a list of unread ones.
      void queryClient.invalidateQueries({ queryKey: ANNOUNCEMENT_LISTS_KEY });
    },
    onError: (error, { id }) => {
      showRead(queryClient, id, false);
      if (error instanceof ApiError && error.code === 'CANCELLED') return;
      void queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
      notifyError(error, 'The announcement could not be marked as read');
    },
  });
}
