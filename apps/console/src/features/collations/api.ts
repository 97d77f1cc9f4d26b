import type { EnterPublishedRequest } from '@ec/contract/collations/published';
import type { CollationDetail, EnterCollationRequest, RETURN_GROUNDS } from '@ec/contract/collations/schemas';
import type { z } from 'zod/mini';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { api } from '../../lib/http/api.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import type { ListParameters } from './filters.ts';
import { type FormPage, uploadPages } from './entry/pages.ts';

const KEY = ['collations'] as const;

export const collationsQuery = (query: ListParameters) =>
  queryOptions({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ signal }) => api.call('GET /collations', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const deskQuery = queryOptions({
  queryKey: [...KEY, 'desk'],
  queryFn: ({ signal }) => api.call('GET /collations/desk', { signal }),
});

/** Which form is entered, as its address names it. */
export interface FormChoice {
  electionId: string;
  area: string;
  formCode: string;
  constituency?: string;
}

export const blankQuery = (query: FormChoice) =>
  queryOptions({
    queryKey: [...KEY, 'blank', query],
    queryFn: ({ signal }) => api.call('GET /collations/blank', { query: { ...query }, signal }),
    // The rows stay as they are while they are filled in.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const collationQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'detail', id],
    queryFn: ({ signal }) => api.call('GET /collations/:id', { params: { id }, signal }),
  });

export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'comparison', id],
    queryFn: ({ signal }) => api.call('GET /collations/:id/comparison', { params: { id }, signal }),
  });

export interface AreaChoice {
  electionId: string;
  area: string;
  constituency?: string;
}

export interface GapChoice extends AreaChoice {
  /** Without one, the server chooses. */
  party: string | undefined;
}

export const gapQuery = (query: GapChoice) =>
  queryOptions({
    queryKey: [...KEY, 'gap', query],
    queryFn: ({ signal }) => api.call('GET /collations/gap', { query, signal, timeoutMs: 60_000 }),
    placeholderData: keepPreviousData,
    enabled: query.electionId !== '',
  });

export const gainsQuery = (query: AreaChoice) =>
  queryOptions({
    queryKey: [...KEY, 'gains', query],
    queryFn: ({ signal }) => api.call('GET /collations/gains', { query: { ...query }, signal, timeoutMs: 60_000 }),
    placeholderData: keepPreviousData,
    enabled: query.electionId !== '',
  });

export const progressQuery = (query: AreaChoice) =>
  queryOptions({
    queryKey: [...KEY, 'progress', query],
    queryFn: ({ signal }) => api.call('GET /collations/progress', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    enabled: query.electionId !== '',
  });

export function useEnterPublished() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof EnterPublishedRequest>) => api.call('PUT /collations/published', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...KEY, 'published'] }),
  });
}

export const agentsQuery = (query: { electionId: string; area: string; q: string; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: [...KEY, 'agents', query],
    queryFn: ({ signal }) => api.call('GET /collations/agents', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Reads what is shown of collation again when forms of the reader's area changed, at most once a second. */
export function useCollationNews(): void {
  useStreamMessage('collations', useRefresh(KEY));
}

type EnteredForm = z.input<typeof EnterCollationRequest>;

export interface Entry {
  key: string;
  body: Omit<EnteredForm, 'sheetFileIds'>;
  pages: readonly FormPage[];
}

/** Sends a form, its photos first; `progress` is the share of the photos that has been sent, null while none is on its way. */
export function useEnterForm() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const enter = useMutation({
    mutationFn: async ({ key, body, pages }: Entry) => {
      const sheetFileIds = await uploadPages(pages, setProgress);
      return await api.call('POST /collations', {
        body: { ...body, sheetFileIds },
        headers: { 'idempotency-key': key },
        timeoutMs: 60_000,
      });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    onSettled: () => setProgress(null),
  });
  return { ...enter, progress };
}

/** Adds pages to a version: the photos first, as with a form. */
export function useAddPages(id: string) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const add = useMutation({
    mutationFn: async ({ version, pages }: { version: number; pages: readonly FormPage[] }) => {
      const sheetFileIds = await uploadPages(pages, setProgress);
      return await api.call('POST /collations/:id/pages', { params: { id }, body: { version, sheetFileIds } });
    },
    onSuccess: (detail) => {
      queryClient.setQueryData(collationQuery(id).queryKey, detail);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] }),
        queryClient.invalidateQueries({ queryKey: [...KEY, 'desk'] }),
      ]);
    },
    onSettled: () => setProgress(null),
  });
  return { ...add, progress };
}

export type Ground = (typeof RETURN_GROUNDS)[number];
export type Decision = 'verify' | 'return' | 'dispute' | 'acknowledge';

export interface DecisionInput {
  decision: Decision;
  version: number;
  words: string;
  ground: Ground;
}

function post(id: string, { decision, version, words, ground }: DecisionInput): Promise<CollationDetail> {
  const params = { id };
  const comment = words === '' ? {} : { comment: words };
  switch (decision) {
    case 'verify':
      return api.call('POST /collations/:id/verify', { params, body: { version, ...comment } });
    case 'return':
      return api.call('POST /collations/:id/return', { params, body: { version, reason: words, ground } });
    case 'dispute':
      return api.call('POST /collations/:id/dispute', { params, body: { version, reason: words } });
    case 'acknowledge':
      return api.call('POST /collations/:id/acknowledge', { params, body: { version, ...comment } });
  }
}

export function useDecideForm(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: DecisionInput) => post(id, input),
    onSuccess: (detail) => {
      queryClient.setQueryData(collationQuery(id).queryKey, detail);
      return queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
    },
  });
}

export function useAssignAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { electionId: string; area: string; userId: string }) =>
      api.call('PUT /collations/agents', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...KEY, 'agents'] }),
  });
}

export function useEndAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /collations/agents/:id', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...KEY, 'agents'] }),
  });
}
