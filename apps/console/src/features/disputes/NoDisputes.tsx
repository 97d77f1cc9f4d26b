import type { DisputeList } from '@ec/contract/disputes/schemas';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { type DisputeFilters, isNarrowed, NOTHING_NARROWED, statusOf } from './filters.ts';

interface NoDisputesProps {
  filters: DisputeFilters;
  counts: DisputeList['counts'];
  onFilter: (change: Partial<DisputeFilters>) => void;
}

/** The empty list: why it is empty, and what to do. */
export function NoDisputes({ filters, counts, onFilter }: NoDisputesProps) {
  const mayReview = useMayOpen('/review');
  const open = statusOf(filters) === 'open';
  const narrowed = isNarrowed(filters);
  const other = open ? counts.resolved : counts.open;
  const showOther = other > 0 && (
    <Button variant="default" onClick={() => onFilter({ status: open ? 'resolved' : 'open' })}>
      {`See ${formatNumber(other)} ${open ? 'resolved' : 'open'}`}
    </Button>
  );
  if (narrowed) {
    return (
      <EmptyState
        title={`No ${open ? 'open' : 'resolved'} dispute fits these filters.`}
        action={
          <>
            <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
              Show all disputes
            </Button>
            {showOther}
          </>
        }
      >
        Look for another part of the unit’s name or code, or widen the area.
      </EmptyState>
    );
  }
  if (!open) {
    return (
      <EmptyState title="No dispute has been resolved yet." action={showOther}>
        A dispute ends when an administrator above the person who raised it verifies, returns or cancels the result.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No result is in dispute."
      action={
        <>
          {mayReview && (
            <Button variant="default" component={Link} to="/review">
              Go to result review
            </Button>
          )}
          {showOther}
        </>
      }
    >
      {mayReview
        ? 'To contest a result, open it in the review, choose Dispute and say why.'
        : 'Disputed results appear here.'}
    </EmptyState>
  );
}
