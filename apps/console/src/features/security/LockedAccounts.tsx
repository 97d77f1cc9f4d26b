import type { UserId } from '@ec/contract/base/common';
import type { AccountLock, LockedAccount } from '@ec/contract/security/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { formatCount, formatExact, formatTime } from '../../lib/format/format.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { lockedQuery, unlock, useSecurityChange } from './api.ts';
import { Area, Person } from './Cells.tsx';
import type { SecurityListProps } from './filters.ts';

type LockedColumns = [Column<LockedAccount>, ...Column<LockedAccount>[]];

/** What a lock holds for, in words. */
function lockText({ from, network, failures }: AccountLock): string {
  const where = { network: `Network ${network}`, device: 'A known device', everywhere: 'All unknown devices' }[from];
  return `${where}: ${formatCount(failures, 'attempt')}`;
}

function Locks({ locks }: Pick<LockedAccount, 'locks'>) {
  return (
    <ul className="breaks">
      {locks.map((lock) => (
        <li key={lock.network ?? lock.from}>{lockText(lock)}</li>
      ))}
    </ul>
  );
}

const mayUnlock = (account: LockedAccount): account is LockedPerson => account.user !== null && account.can.unlock;

function columnsOf(onUnlock: (account: LockedPerson) => void): LockedColumns {
  return [
    {
      key: 'person',
      header: 'Person',
      cell: ({ user }) => (user ? <Person user={user} /> : <span className="hint">No account has this number</span>),
    },
    { key: 'phone', header: 'Phone', cell: ({ phone }) => <span className="nowrap">{phone}</span> },
    { key: 'area', header: 'Area', cell: ({ user, area }) => (user ? <Area area={area} /> : '–') },
    { key: 'locks', header: 'Locked for', cell: ({ locks }) => <Locks locks={locks} /> },
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
            aria-label={`Unlock ${account.user.name}`}
            onClick={() => onUnlock(account)}
          >
            Unlock
          </Button>
        ) : (
          <span className="hint">Opens at {formatTime(account.lockedUntil)}</span>
        ),
    },
  ];
}

const WHOLE = { q: '' };

/** The locked accounts, with a button to lift each lock early. */
export function LockedAccounts({ filters, onFilter }: SecurityListProps) {
  const [unlocking, setUnlocking] = useState<LockedPerson | null>(null);
  const rememberFocus = useReturnFocus(unlocking !== null);
  const list = useQuery(lockedQuery(filters));
  const paging = usePaging(filters, onFilter, list.data?.accounts, list.data?.total);
  return (
    <div className="stack gap-12">
      <FilterBar
        label="Locked accounts"
        placeholder="Part of a name or phone"
        filters={filters}
        whole={WHOLE}
        onChange={onFilter}
      />
      <Panel flush>
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

type LockedPerson = LockedAccount & { user: NonNullable<LockedAccount['user']> };

/** The question before a lock is lifted early. */
function UnlockDialog({ account, onClose }: { account: LockedPerson; onClose: () => void }) {
  const lift = useSecurityChange((userId: UserId) => unlock(userId));
  const { user, failures, lockedUntil } = account;
  return (
    <ConfirmChange
      change={lift}
      body={user.id}
      onDone={() => notifySuccess(`${user.name} can sign in again.`)}
      onClose={onClose}
      title="Unlock this account?"
      confirmLabel="Unlock"
    >
      <p style={{ marginTop: 0 }}>
        <strong>{personText(user)}</strong> was locked after {formatCount(failures, 'failed attempt')} and would be let
        in again from {formatExact(lockedUntil)}. Unlocked, they can try to sign in immediately.
      </p>
      <p className="para">
        Ask them whether the attempts were theirs. If they were not, leave the lock and have the password reset.
      </p>
    </ConfirmChange>
  );
}
