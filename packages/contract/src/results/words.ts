import type { ResultStatus } from './schemas.ts';

/** How a result stands, as screens and files say it; the API has the status. A unit without a result is 'Not reported'. */
export const RESULT_STATUS_WORDS: Readonly<Record<ResultStatus, string>> = {
  pending: 'Awaiting review',
  verified: 'Verified',
  disputed: 'Disputed',
  returned: 'Returned',
  cancelled: 'Cancelled',
};
