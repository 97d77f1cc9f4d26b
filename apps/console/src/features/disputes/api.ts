import type { UserId } from '@ec/contract/base/common';
import type { DisputeDetail, Resolution } from '@ec/contract/disputes/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetPicture, sendPicture } from '../../domain/disputes/attachments.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { type DisputeFilters, parametersOf } from './filters.ts';

export const DISPUTES_KEY = ['disputes'] as const;

export const disputesQuery = (filters: DisputeFilters) => {
  const query = parametersOf(filters);
  return queryOptions({
    queryKey: [...DISPUTES_KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /disputes', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: [...DISPUTES_KEY, 'detail', id],
    queryFn: ({ signal }) => api.call('GET /disputes/:id', { params: { id }, signal }),
  });

export const assigneesQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...DISPUTES_KEY, 'assignees', id, q],
    queryFn: ({ signal }) => api.call('GET /disputes/:id/assignees', { params: { id }, query: { q }, signal }),
    placeholderData: keepPreviousData,
  });

/** Shows what the server answered at once, and has lists and results read again. */
function useTakeOver(id: string) {
  const queryClient = useQueryClient();
  return (detail: DisputeDetail) => {
    queryClient.setQueryData(disputeQuery(id).queryKey, detail);
    void queryClient.invalidateQueries({ queryKey: [...DISPUTES_KEY, 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['results'] });
  };
}

export interface Comment {
  text: string;
  picture: KeptPhoto | null;
}

/** Sends a comment, its picture first; `progress` is the share of the picture that has been sent, null while none is on its way. */
export function useComment(id: string) {
  const queryClient = useQueryClient();
  const takeOver = useTakeOver(id);
  const [progress, setProgress] = useState<number | null>(null);
  const comment = useMutation({
    mutationFn: async ({ text, picture }: Comment) => {
      const fileId = picture && (await sendPicture(picture, setProgress));
      return await api.call('POST /disputes/:id/comments', {
        params: { id },
        body: { text, ...(fileId && { fileId }) },
      });
    },
    onSuccess: takeOver,
    onError: (error, { picture }) => {
      forgetPicture(picture, error);
      // After a timeout, the history of the dispute shows whether the comment was stored.
      if (error instanceof ApiError && error.status === 0) {
        void queryClient.invalidateQueries({ queryKey: disputeQuery(id).queryKey });
      }
    },
    onSettled: () => setProgress(null),
  });
  return { ...comment, progress };
}

export function useAssign(id: string) {
  const queryClient = useQueryClient();
  const takeOver = useTakeOver(id);
  return useMutation({
    mutationFn: (userId: UserId | null) => api.call('POST /disputes/:id/assign', { params: { id }, body: { userId } }),
    onSuccess: takeOver,
    // Who could have it may have changed.
    onError: () => queryClient.invalidateQueries({ queryKey: [...DISPUTES_KEY, 'assignees'] }),
  });
}

export interface ResolveInput {
  resolution: Resolution;
  reason: string;
  /** The version that the person looked at. */
  version: number;
}

export function useResolve(id: string) {
  const takeOver = useTakeOver(id);
  return useMutation({
    mutationFn: (body: ResolveInput) => api.call('POST /disputes/:id/resolve', { params: { id }, body }),
    onSuccess: takeOver,
  });
}

/** Reads what is shown of disputes again when some of the reader's area changed, at most once a second. */
export function useDisputeNews(): void {
  useStreamMessage('disputes', useRefresh(DISPUTES_KEY));
}
