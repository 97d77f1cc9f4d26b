import type { User, UserList } from '@ec/contract/users';
import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot } from '../../components/DataTableFoot.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { PAGE_SIZE } from '../../lib/paging.ts';
import { type LIST_FILTERS, NO_SEARCH, pageOf } from './filters.ts';
import type { ManagementTask } from './ManagementPage.tsx';
import { LastLogin, Person, Status } from './ModeratorParts.tsx';
import { LIST_FAILED, LoadingCards } from './ModeratorTable.tsx';
import styles from './moderators.module.css';

type Filters = typeof LIST_FILTERS;

interface ManagementTableProps {
  list: UserList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  onTask: (task: ManagementTask) => void;
}

function Actions({ user, onTask, size = 32 }: { user: User; onTask: ManagementTableProps['onTask']; size?: number }) {
  return (
    <div className={styles.actions}>
      {user.can.edit === 'direct' && (
        <ActionIcon
          variant="subtle"
          size={size}
          aria-label={`Edit ${user.name}`}
          onClick={() => onTask({ act: 'edit', user })}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {user.can.delete === 'direct' && (
        <ActionIcon
          variant="subtle"
          color="danger"
          size={size}
          aria-label={`Delete ${user.name}`}
          onClick={() => onTask({ act: 'delete', user })}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Nobody({ filters, onFilter }: Pick<ManagementTableProps, 'filters' | 'onFilter'>) {
  return filters.q === '' ? (
    <EmptyState title="No global moderators yet">Create one, and they appear here.</EmptyState>
  ) : (
    <EmptyState
      title="No moderators match your search"
      action={
        <Button variant="default" onClick={() => onFilter(NO_SEARCH)}>
          Clear search
        </Button>
      }
    />
  );
}

/** The global moderators of the page, with what can be done with each. */
export function ManagementTable({ list, error, onRetry, filters, onFilter, onTask }: ManagementTableProps) {
  const small = useMediaQuery('(max-width: 48em)');
  const paging = {
    page: pageOf(filters),
    pageSize: PAGE_SIZE,
    total: list?.total ?? 0,
    onPage: (page: number) => onFilter({ page: String(page) }),
  };
  const nobody = <Nobody filters={filters} onFilter={onFilter} />;
  if (small) {
    if (!list) {
      if (error) return <ErrorView title={LIST_FAILED} error={error} onRetry={onRetry} />;
      return <LoadingCards label="Loading moderators" />;
    }
    if (list.users.length === 0) return nobody;
    return (
      <>
        <ul className={styles.cards} aria-label="Global moderators">
          {list.users.map((user) => (
            <li key={user.id} className={styles.card}>
              <Person person={user} />
              <Actions user={user} onTask={onTask} size={44} />
              <div className={styles.cardFacts}>
                {user.email && <div className={styles.soft}>{user.email}</div>}
                <Status status={user.status} />
                <div className={styles.soft}>
                  Last login: <LastLogin lastLogin={user.lastLogin} />
                </div>
              </div>
            </li>
          ))}
        </ul>
        <DataTableFoot shown={list.users.length} paging={paging} />
      </>
    );
  }
  const columns: Column<User>[] = [
    { key: 'name', header: 'Moderator', sort: 'name', cell: (user) => <Person person={user} /> },
    { key: 'email', header: 'Email', cell: ({ email }) => email ?? '-' },
    { key: 'status', header: 'Status', sort: 'status', cell: ({ status }) => <Status status={status} /> },
    { key: 'created', header: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
    {
      key: 'login',
      header: 'Last login',
      sort: 'lastLogin',
      cell: ({ lastLogin }) => <LastLogin lastLogin={lastLogin} />,
    },
    { key: 'actions', header: 'Actions', cell: (user) => <Actions user={user} onTask={onTask} /> },
  ];
  return (
    <DataTable
      label="Global moderators"
      columns={columns}
      rows={list?.users}
      rowKey={({ id }) => id}
      error={error}
      errorTitle={LIST_FAILED}
      onRetry={onRetry}
      empty={nobody}
      sort={filters.sort || 'name'}
      onSort={(sort) => onFilter({ sort })}
      paging={paging}
    />
  );
}
