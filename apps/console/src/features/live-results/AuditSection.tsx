import { auditTitle } from '@ec/contract/review-audits/words';
import { useQuery } from '@tanstack/react-query';
import { ErrorView } from '../../components/page/ErrorView.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { AuditStatement } from '../../domain/review-audits/AuditStatement.tsx';
import { REVIEW_AUDITS_PAGE, reviewAuditsQuery } from '../../domain/review-audits/review-audits.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';

/** What the audits of our own reviewing found, beside the totals that they speak of; nothing where none was drawn. */
export function AuditSection({ electionId }: { electionId: string }) {
  const mayOpen = useMayOpen(REVIEW_AUDITS_PAGE);
  const { data, error, refetch } = useQuery({ ...reviewAuditsQuery(electionId), enabled: mayOpen });
  // The figures of who sees a part of the election are not what an audit speaks of.
  if (error instanceof ApiError && error.code === 'REVIEW_AUDIT_BEYOND_AREA') return null;
  if (error && !data) {
    return (
      <Panel>
        <ErrorView title="The review audits could not be loaded" error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const [newest] = data?.audits ?? [];
  if (!data || !newest) return null;
  return (
    <Panel
      title="Audit of our own reviewing"
      actions={<MayLink to={`${REVIEW_AUDITS_PAGE}?election=${electionId}`}>Review audits</MayLink>}
    >
      {data.audits.map((audit) => (
        <div key={audit.id}>
          <h3 className="medium">{auditTitle(audit)}</h3>
          <AuditStatement audit={audit} />
        </div>
      ))}
    </Panel>
  );
}
