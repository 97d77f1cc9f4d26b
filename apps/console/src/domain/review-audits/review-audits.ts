import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/http/api.ts';

export const REVIEW_AUDITS_KEY = ['review-audits'] as const;
export const REVIEW_AUDITS_PAGE = '/review-audits';

/** The audits of an election, with what each found. */
export const reviewAuditsQuery = (electionId: string) =>
  queryOptions({
    queryKey: [...REVIEW_AUDITS_KEY, 'list', electionId],
    queryFn: ({ signal }) => api.call('GET /review-audits', { query: { electionId }, signal }),
    enabled: electionId !== '',
  });
