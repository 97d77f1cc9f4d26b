import type { ReviewAudit } from '@ec/contract/review-audits/schemas';
import { statementOf } from '@ec/contract/review-audits/words';
import { formatExact } from '../../lib/format/format.ts';

/** What an audit says, in the words that are printed. */
export function AuditStatement({ audit }: { audit: ReviewAudit }) {
  return <p className="para breaks">{statementOf(audit, formatExact)}</p>;
}
