import type { ReviewAudit } from '@ec/contract/review-audits/schemas';
import { statementOf } from '@ec/contract/review-audits/words';
import { queryOptions } from '@tanstack/react-query';
import { formatExact } from '../../lib/format/format.ts';
import { api } from '../../lib/http/api.ts';

/** What an audit says, in the words that are printed. */
export function AuditStatement({ audit }: { audit: ReviewAudit }) {
  return <p className="para breaks">{statementOf(audit, formatExact)}</p>;
}

export const REVIEW_AUDITS_KEY = ['review-audits'] as const;
export const REVIEW_AUDITS_PAGE = '/review-audits';

/** The audits of an election, with what each found. */
export const reviewAuditsQuery = (electionId: string) =>
  queryOptions({
    queryKey: [...REVIEW_AUDITS_KEY, 'list', electionId],
    queryFn: ({ signal }) => api.call('GET /review-audits', { query: { electionId }, signal }),
    enabled: electionId !== '',
  });
