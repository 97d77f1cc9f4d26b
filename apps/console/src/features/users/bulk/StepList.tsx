import type { UserBulkStep } from '@ec/contract/users/bulk';
import { Link } from 'react-router';

interface StepListProps {
  steps: readonly UserBulkStep[];
  /** What was done, for those without a reason of their own. */
  done?: string;
}

/** What happened, or would happen, to each user. */
export function StepList({ steps, done = '' }: StepListProps) {
  return (
    <ul className="bullets stack gap-4">
      {steps.map(({ id, name, outcome, reason, requestId }) => (
        <li key={id}>
          <strong>{name ?? 'A user outside your area'}</strong>:{' '}
          {outcome === 'refused' ? (
            reason
          ) : outcome === 'done' ? (
            done
          ) : requestId === null ? (
            'request'
          ) : (
            <Link to={`/approvals?request=${requestId}`}>request sent</Link>
          )}
        </li>
      ))}
    </ul>
  );
}
