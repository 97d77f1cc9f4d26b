import type { UnitStatus } from '@ec/contract/results/schemas';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resultElectionsQuery } from '../../domain/elections/result-elections.ts';
import { UNUSUAL_KEY } from '../../domain/unusual/unusual-results.ts';
import { notifyError } from '../../lib/hooks/notify.ts';
import { api } from '../../lib/http/api.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { forgetPicture, sendPicture } from '../../domain/disputes/attachments.ts';
import type { KeptPhoto } from '../../lib/device/drafts.ts';
import { stateIn } from '../../lib/hooks/use-url-state.ts';
import type { Visit } from '../../lib/http/prefetch.ts';
import { chosenElection, FILTERS, parametersOf } from './filters.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';

export const PAGE_SIZE = 50;

export interface ReviewFilters {
  electionId: string;
  source: string;
  status: string;
  area: string;
  /** 'true' for failed checks alone. */
  flagged: string;
  q: string;
  page: number;
}

export const reviewQuery = (filters: ReviewFilters) =>
  queryOptions({
    queryKey: ['results', 'review', filters],
    queryFn: ({ signal }) => api.call('GET /results/review', { query: { ...filters, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    enabled: filters.electionId !== '',
  });

/** The elections, and the list of the one that the address names. */
export async function prefetchReview({ client, url }: Visit): Promise<void> {
  const { elections } = await client.fetchQuery(resultElectionsQuery);
  const filters = stateIn(url.searchParams, FILTERS);
  await client.prefetchQuery(reviewQuery(parametersOf(filters, chosenElection(elections, filters)?.id ?? '')));
}

/** The first units whose result waits for a decision, also of others than the reader. */
export const waitingQuery = (electionId: string, source: string) =>
  reviewQuery({
    electionId,
    source,
    status: 'submitted' satisfies UnitStatus,
    area: '',
    flagged: '',
    q: '',
    page: 1,
  });

export const resultQuery = (id: string) =>
  queryOptions({
    queryKey: ['results', 'detail', id],
    queryFn: ({ signal }) => api.call('GET /results/:id', { params: { id }, signal }),
  });

export type Decision = 'verify' | 'return' | 'dispute' | 'cancel';

export interface DecisionInput {
  decision: Decision;
  version: number;
  /** The reason; for a verification a comment, which may be absent. */
  words: string;
  /** What speaks for a dispute; null for none. */
  picture: KeptPhoto | null;
}

/** Takes over the result from the ward. */
export function useTakeOver(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; reason: string }) =>
      api.call('POST /results/:id/take-over', { params: { id }, body }),
    onSuccess: (result) => {
      queryClient.setQueryData(resultQuery(id).queryKey, result);
      return queryClient.invalidateQueries({ queryKey: ['results', 'review'] });
    },
  });
}

/** Asks the officer for the photo as it was taken. */
export function useAskOriginal(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => api.call('POST /results/:id/ask-original', { params: { id }, body: { version } }),
    onSuccess: (result) => queryClient.setQueryData(resultQuery(id).queryKey, result),
    onError: (error) => notifyError(error, 'The original photo could not be requested'),
  });
}

export function useDecide(id: string) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const decide = useMutation({
    mutationFn: async ({ decision, version, words, picture }: DecisionInput) => {
      const said = decision === 'verify' ? { ...(words && { comment: words }) } : { reason: words };
      const fileId = picture && (await sendPicture(picture, setProgress));
      return await api.call(`POST /results/:id/${decision}`, {
        params: { id },
        body: { version, ...said, ...(fileId && { fileId }) },
      });
    },
    onSuccess: (result) => {
      queryClient.setQueryData(resultQuery(id).queryKey, result);
      void queryClient.invalidateQueries({ queryKey: ['disputes'] });
      return queryClient.invalidateQueries({ queryKey: ['results', 'review'] });
    },
    onError: (error, { picture }) => {
      forgetPicture(picture, error);
      // A neighbour's sheet came meanwhile: what is to be explained now is read again.
      if (!(error instanceof ApiError) || error.code !== 'UNUSUAL_NOT_EXPLAINED') return;
      void queryClient.invalidateQueries({ queryKey: UNUSUAL_KEY });
      void queryClient.invalidateQueries({ queryKey: resultQuery(id).queryKey });
    },
    onSettled: () => setProgress(null),
  });
  return { ...decide, progress };
}

/**
 * Reads what is shown of results again after the stream reported changes. Never two readings at a time: at the height of the
 * evening news come faster than a slow network answers, and each would break off the one before.
 */
export function useResultNews(): void {
  const refresh = useRefresh(['results']);
  useStreamMessage('results', refresh);
  // Second entries change what can be done with a result, not the result.
  useStreamMessage('second-entries', refresh);
}
