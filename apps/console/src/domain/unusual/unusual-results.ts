import type { UnusualMark, UnusualStepRequest } from '@ec/contract/unusual/schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

export const UNUSUAL_KEY = ['unusual'] as const;

/** What the checks found about one result. */
export const unusualQuery = (resultId: string) =>
  queryOptions({
    queryKey: [...UNUSUAL_KEY, 'result', resultId],
    queryFn: ({ signal }) => api.call('GET /unusual/:id', { params: { id: resultId }, signal }),
  });

export type MarkStep = 'close' | 'reopen';

/** Closes or reopens a marking; lists and results that show it are read again. */
export function useMarkStep(mark: UnusualMark, step: MarkStep) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (explanation: UnusualStepRequest['explanation']) =>
      api.call(`POST /unusual/:id/${step}`, {
        params: { id: mark.resultId },
        body: { check: mark.check, version: mark.version, explanation },
      }),
    // Whether the result may be verified can follow from it.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: UNUSUAL_KEY }),
        queryClient.invalidateQueries({ queryKey: ['results', 'detail', mark.resultId] }),
        // Whether it is for a decision, in the list and on the dashboard.
        queryClient.invalidateQueries({ queryKey: ['results', 'review'] }),
        queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
      ]),
  });
}
