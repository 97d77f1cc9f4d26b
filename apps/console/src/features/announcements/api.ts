import type {
  Announcement,
  CreateAnnouncementRequest,
  ReachRequest,
  UpdateAnnouncementRequest,
} from '@ec/contract/announcements/schemas';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ANNOUNCEMENT_LISTS_KEY,
  announcementQuery,
  ANNOUNCEMENTS_KEY,
} from '../../domain/announcements/announcement-news.ts';
import { api } from '../../lib/http/api.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';
import type { AnnouncementParameters } from './filters.ts';

const RECEIPTS_EVERY_MS = 30_000;

export const announcementsQuery = (query: AnnouncementParameters) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENT_LISTS_KEY, query],
    queryFn: ({ signal }) => api.call('GET /announcements', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** How many people an audience reaches now. The key is its own: news of announcements change nothing about it. */
export const reachQuery = (audience: ReachRequest) =>
  queryOptions({
    queryKey: ['announcement-reach', audience],
    queryFn: ({ signal }) => api.call('POST /announcements/reach', { body: audience, signal }),
    staleTime: 60_000,
  });

/** Read receipts send no events, so the receipts on screen are polled. */
export const receiptsQuery = (id: string, area: string) =>
  queryOptions({
    queryKey: ['announcements', 'receipts', id, area],
    queryFn: ({ signal }) => api.call('GET /announcements/:id/receipts', { params: { id }, query: { area }, signal }),
    refetchInterval: RECEIPTS_EVERY_MS,
  });

export const unreadPeopleQuery = (id: string, query: { area: string; q: string; page: number }) =>
  queryOptions({
    queryKey: ['announcements', 'unread-people', id, query],
    queryFn: ({ signal }) =>
      api.call('GET /announcements/:id/unread-people', {
        params: { id },
        query: { ...query, pageSize: PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: RECEIPTS_EVERY_MS,
  });

function showChanged(queryClient: QueryClient, changed: Announcement): void {
  queryClient.setQueryData<Announcement>(announcementQuery(changed.id).queryKey, changed);
  void queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
}

export function useCreate() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreateAnnouncementRequest; key: string }) =>
      api.call('POST /announcements', { body, headers: { 'idempotency-key': key } }),
    onSuccess: (announcement) => showChanged(queryClient, announcement),
  });
}

export function useUpdate(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAnnouncementRequest) => api.call('PUT /announcements/:id', { params: { id }, body }),
    onSuccess: (announcement) => showChanged(queryClient, announcement),
    // After a conflict, the announcement shows who was faster and what they wrote.
    onError: () => void queryClient.invalidateQueries({ queryKey: announcementQuery(id).queryKey }),
  });
}

export function usePin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) =>
      api.call('POST /announcements/:id/pin', { params: { id }, body: { pinned } }),
    onSuccess: (announcement) => showChanged(queryClient, announcement),
  });
}

export function useWithdraw() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.call('DELETE /announcements/:id', { params: { id }, body: reason === '' ? {} : { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY }),
  });
}
