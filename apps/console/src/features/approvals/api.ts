import type { AnswerInfoRequest, RequestInfoRequest } from '@ec/contract/approvals/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetPicture, sendPictures } from '../../domain/disputes/attachments.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { api } from '../../lib/http/api.ts';
import { PAGE_SIZE } from '../../lib/hooks/paging.ts';

export interface ListFilters {
  status?: string;
  type?: string;
  priority?: string;
  mine?: boolean;
  decidable?: boolean;
  q?: string;
  page?: number;
  pageSize?: number;
}

export const approvalsQuery = ({ page = 1, pageSize = PAGE_SIZE, ...filters }: ListFilters) =>
  queryOptions({
    queryKey: ['approvals', 'list', { ...filters, page, pageSize }],
    queryFn: ({ signal }) => api.call('GET /approvals', { query: { ...filters, page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'detail', id],
    queryFn: ({ signal }) => api.call('GET /approvals/:id', { params: { id }, signal }),
  });

export interface AuditFilters {
  q: string;
  type: string;
  status: string;
  page: number;
}

export const auditTrailQuery = (filters: AuditFilters) =>
  queryOptions({
    queryKey: ['approvals', 'audit', filters],
    queryFn: ({ signal }) =>
      api.call('GET /approvals/audit-trail', { query: { ...filters, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** What can be done about one request, and what goes with it. */
export type Act =
  | { act: 'approve'; comment: string }
  | { act: 'reject'; reason: string }
  | { act: 'request-info'; info: RequestInfoRequest }
  | { act: 'answer'; answer: string; pictures: readonly KeptPhoto[] }
  | { act: 'cancel' };

/** An answer with its pictures, which are sent first. */
async function answerBody(
  { answer, pictures }: Extract<Act, { act: 'answer' }>,
  onProgress: (share: number) => void,
): Promise<Pick<AnswerInfoRequest, 'answer'> & Partial<AnswerInfoRequest>> {
  if (pictures.length === 0) return { answer };
  return { answer, attachments: await sendPictures(pictures, onProgress, 'POST /approvals/files') };
}

function bodyOf(act: Act, onProgress: (share: number) => void): object | Promise<object> {
  switch (act.act) {
    case 'approve':
      return act.comment ? { comment: act.comment } : {};
    case 'reject':
      return { rejectionReason: act.reason };
    case 'request-info':
      return act.info;
    case 'answer':
      return answerBody(act, onProgress);
    case 'cancel':
      return {};
  }
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    return queryClient.invalidateQueries({ queryKey: ['approvals'] });
  };
}

/**
 * Acts on one request. A refusal because of what others did meanwhile brings what holds now, too. `progress` is the share of the
 * pictures that has been sent, null while none is on its way.
 */
export function useAct(id: string) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  const [progress, setProgress] = useState<number | null>(null);
  const act = useMutation({
    mutationFn: async (asked: Act) =>
      await api.call(`POST /approvals/:id/${asked.act}`, { params: { id }, body: await bodyOf(asked, setProgress) }),
    onSuccess: (detail) => {
      queryClient.setQueryData(approvalQuery(id).queryKey, detail);
      void refresh();
    },
    onError: (error, asked) => {
      if (asked.act === 'answer') for (const picture of asked.pictures) forgetPicture(picture, error);
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) void refresh();
    },
    onSettled: () => setProgress(null),
  });
  return { ...act, progress };
}

export interface BulkAct {
  act: 'approve' | 'reject';
  requestIds: string[];
  comment: string;
}

export function useBulkAct() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ act, requestIds, comment }: BulkAct) =>
      api.call(`POST /approvals/bulk-${act}`, {
        body: { requestIds, ...(comment && { comment }) },
        timeoutMs: 60_000,
      }),
    onSettled: () => void refresh(),
  });
}
