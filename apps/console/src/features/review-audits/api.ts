import type { ReviewAudit, ReviewAuditId } from '@ec/contract/review-audits/schemas';
import { SHEET_OUTCOMES } from '@ec/contract/review-audits/outcomes';
import { OUTCOME_WORDS } from '@ec/contract/review-audits/words';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Sent } from '@ec/contract/endpoints';
import { REVIEW_AUDITS_KEY } from '../../domain/review-audits/AuditStatement.tsx';
import { PAGE_SIZE, pageNumber } from '../../lib/hooks/paging.ts';
import { useRefresh } from '../../lib/hooks/use-refresh.ts';
import { known } from '../../lib/hooks/use-url-state.ts';
import { api } from '../../lib/http/api.ts';
import { download } from '../../lib/http/downloads.ts';
import { useStreamMessage } from '../../lib/stream/stream.ts';

export const FILTERS = { election: '', audit: '', outcome: '', page: '1' };
export type AuditFilters = typeof FILTERS;

export const OUTCOME_CHOICES = SHEET_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }));
export const outcomeOf = ({ outcome }: Pick<AuditFilters, 'outcome'>): string => known(OUTCOME_CHOICES, outcome);

export const sheetsQuery = (id: ReviewAuditId, filters: Pick<AuditFilters, 'outcome' | 'page'>) => {
  const query = { outcome: outcomeOf(filters), page: pageNumber(filters.page), pageSize: PAGE_SIZE };
  return queryOptions({
    queryKey: [...REVIEW_AUDITS_KEY, 'sheets', id, query],
    queryFn: ({ signal }) => api.call('GET /review-audits/:id/sheets', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Reads what is shown again when results changed: entries of an audit change them too. */
export function useAuditNews(electionId: string): void {
  const refresh = useRefresh(REVIEW_AUDITS_KEY);
  useStreamMessage('results', (message) => {
    if (message.electionId === electionId) refresh();
  });
  useStreamMessage('second-entries', refresh);
}

function useAuditChange<Body>(change: (body: Body) => Promise<ReviewAudit>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: REVIEW_AUDITS_KEY }),
  });
}

export const useDraw = () =>
  useAuditChange((body: Sent<'POST /review-audits', 'body'>) => api.call('POST /review-audits', { body }));

export const useExtend = (id: ReviewAuditId) =>
  useAuditChange((body: Sent<'POST /review-audits/:id/extend', 'body'>) =>
    api.call('POST /review-audits/:id/extend', { params: { id }, body }),
  );

export const useClose = (id: ReviewAuditId) =>
  useAuditChange((body: Sent<'POST /review-audits/:id/close', 'body'>) =>
    api.call('POST /review-audits/:id/close', { params: { id }, body }),
  );

const FILES = { drawn: 'Drawn sheets', all: 'All sheets of the draw' } as const;

/** Saves the drawn sheets, or all that they were drawn from. */
export function saveSheets({ id, number }: Pick<ReviewAudit, 'id' | 'number'>, of: keyof typeof FILES) {
  const what = { title: `${FILES[of]}, review audit ${number}`, fileName: `review-audit-${number}-${of}.csv` };
  return download('GET /review-audits/:id/sheets.csv', what, { params: { id }, query: { of } });
}
