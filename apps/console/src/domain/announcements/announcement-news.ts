import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** Reads all visible data about announcements again after an event. */
export const ANNOUNCEMENTS_KEY = ['announcements'] as const;
export const ANNOUNCEMENT_LISTS_KEY = ['announcements', 'list'] as const;
export const URGENT_KEY = ['announcements', 'urgent'] as const;

const urgentQuery = queryOptions({
  queryKey: URGENT_KEY,
  queryFn: ({ signal }) => api.call('GET /announcements/urgent', { signal }),
  staleTime: 30_000,
  meta: { shell: true },
});

export const announcementQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', 'one', id],
    queryFn: ({ signal }) => api.call('GET /announcements/:id', { params: { id }, signal }),
  });

/** What is urgent and unread for the reader, and how many are unread in all; not requested for users who may not see announcements. */
export function useUrgent() {
  return useQuery({ ...urgentQuery, enabled: useMayOpen('/announcements') });
}
