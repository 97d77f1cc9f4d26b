import type { SettableStatus, User } from '@ec/contract/users/schemas';
import { Button } from '@mantine/core';
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
