import type { LockedAccount } from '@ec/contract/security';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { FormerRows } from '../../components/FormerRows.tsx';
import { ListOrCards } from '../../components/ListOrCards.tsx';
import { Panel } from '../../components/Panel.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatCount, formatNumber, formatTime } from '../../lib/format.ts';
import { usePaging } from '../../lib/paging.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { lockedQuery } from './api.ts';
import { Area, Person } from './Cells.tsx';
import { type SecurityFilters } from './filters.ts';
import styles from './security.module.css';
import { type LockedPerson, UnlockDialog } from './UnlockDialog.tsx';

type LockedColumns = [Column<LockedAccount>, ...Column<LockedAccount>[]];

const mayUnlock = (account: LockedAccount): account is LockedPerson => account.user !== null && account.can.unlock;

function columnsOf(onUnlock: (account: LockedPerson) => void): LockedColumns {
  return [
    {
      key: 'person',
      header: 'Person',
      cell: ({ user }) =>
        user ? <Person user={user} /> : <span className={styles.quiet}>Nobody has this number</span>,
    },
    { key: 'phone', header: 'Phone', cell: ({ phone }) => <span className={styles.phone}>{phone}</span> },
    { key: 'area', header: 'Area', cell: ({ user, area }) => (user ? <Area area={area} /> : '–') },
    { key: 'failures', header: 'Failed attempts', numeric: true, cell: ({ failures }) => formatNumber(failures) },
    { key: 'last', header: 'Last attempt', cell: ({ lastFailureAt }) => <TimeText moment={lastFailureAt} minute /> },
    {
      key: 'until',
      header: 'Locked until',
      cell: ({ lockedUntil }) => <TimeText moment={lockedUntil} minute />,
    },
    {
      key: 'unlock',
      header: 'Action',
      cell: (account) =>
        mayUnlock(account) ? (
          <Button
            variant="default"
            size="xs"
            className={styles.control ?? ''}
            aria-label={`Unlock ${account.user.name}`}
            onClick={() => onUnlock(account)}
          >
            Unlock
          </Button>
        ) : (
          <span className={styles.quiet}>Opens at {formatTime(account.lockedUntil)}</span>
        ),
    },
  ];
}

const WHOLE = { q: '' };

interface ListProps {
  filters: SecurityFilters;
  onFilter: (change: Partial<SecurityFilters>) => void;
}

/** Accounts that are locked at this moment, and the way to lift a lock early. */
export function LockedAccounts({ filters, onFilter }: ListProps) {
  const [unlocking, setUnlocking] = useState<LockedPerson | null>(null);
  const rememberFocus = useReturnFocus(unlocking !== null);
  const list = useQuery(lockedQuery(filters));
  const paging = usePaging(filters, onFilter, list.data?.accounts, list.data?.total);
  return (
    <div className={styles.stack}>
      <FilterBar
        label="Locked accounts"
        placeholder="Part of a name or phone"
        filters={filters}
        whole={WHOLE}
        onChange={onFilter}
      />
      <Panel title="Locked accounts" note={list.data && formatCount(list.data.total, 'account')} flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Locked accounts"
            columns={columnsOf((account) => {
              rememberFocus();
              setUnlocking(account);
            })}
            rows={list.data?.accounts}
            rowKey={({ phone, user, lastFailureAt }) => `${user?.id ?? phone} ${lastFailureAt}`}
            error={list.error}
            errorTitle="The locked accounts could not be loaded"
            onRetry={list.refetch}
            empty={
              <EmptyState title={filters.q ? 'No locked account fits this search.' : 'No account is locked.'}>
                An account is locked for a while after too many failed attempts to sign in.
              </EmptyState>
            }
            paging={paging}
          />
        </FormerRows>
      </Panel>
      {unlocking && <UnlockDialog account={unlocking} onClose={() => setUnlocking(null)} />}
    </div>
  );
}
