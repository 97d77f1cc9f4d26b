import type { SettableStatus, User } from '@ec/contract/users/schemas';
import { Button } from '@mantine/core';
import type { UserBulkStep } from '@ec/contract/users/bulk';
import { Link } from 'react-router';
import { TickBar, type Ticks } from '../../../components/list/Ticks.tsx';
import { formatCount } from '../../../lib/format/format.ts';

/** Ticked are those whose status the reader may change, at once or by a request. */
export const mayTick = ({ can }: User): boolean => can.edit !== 'no';

export function tickAllLabel({ open }: Ticks<User>): string {
  if (open.length === 0) return 'No user on this page is yours to change';
  return `Select all ${open.length} that you may change on this page`;
}

const ACTIONS: readonly { status: SettableStatus; label: string }[] = [
  { status: 'ACTIVE', label: 'Activate' },
  { status: 'INACTIVE', label: 'Deactivate' },
  { status: 'SUSPENDED', label: 'Suspend' },
];

interface UserTickBarProps {
  ticks: Ticks<User>;
  onStatus: (status: SettableStatus, users: readonly User[]) => void;
}

/** What can be done with the users who are ticked. */
export function UserTickBar({ ticks, onStatus }: UserTickBarProps) {
  if (!ticks.some) return null;
  return (
    <TickBar label="Selected users">
      <span role="status">{formatCount(ticks.ticked.length, 'user')} selected</span>
      <Button variant="default" onClick={() => ticks.set([])}>
        Clear selection
      </Button>
      {ACTIONS.map(({ status, label }) => (
        <Button key={status} variant="default" onClick={() => onStatus(status, ticks.ticked)}>
          {label}
        </Button>
      ))}
    </TickBar>
  );
}

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
