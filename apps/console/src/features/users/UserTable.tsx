import { ROLES } from '@ec/contract/roles';
import type { User, UserList } from '@ec/contract/users';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot, type Paging } from '../../components/DataTableFoot.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { PAGE_SIZE } from '../../lib/paging.ts';
import { isNarrowed, NOTHING_NARROWED, pageOf, type UserFilters } from './filters.ts';
import { listFailure } from './labels.ts';
import type { Task } from './tasks.ts';
import { Assignment, LastLogin, Person, StatusCell, UserActions } from './UserParts.tsx';
import styles from './users.module.css';

const ERROR_TITLE = 'Error Loading Users';

interface UserTableProps {
  list: UserList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: UserFilters;
  onFilter: (change: Partial<UserFilters>) => void;
  onView: (user: User) => void;
  onTask: (task: Task) => void;
}

function Nobody({ filters, onFilter }: Pick<UserTableProps, 'filters' | 'onFilter'>) {
  if (!isNarrowed(filters)) {
    return (
      <EmptyState title="No users yet">People whom you or your colleagues add in your area appear here.</EmptyState>
    );
  }
  return (
    <EmptyState
      title="No users match your filters"
      action={
        <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
          Clear filters
        </Button>
      }
    >
      Look for another part of the name or phone, or widen the place.
    </EmptyState>
  );
}

/** One card a person: a row of six columns does not fit a phone. */
function Cards({ users, onView, onTask }: { users: readonly User[] } & Pick<UserTableProps, 'onView' | 'onTask'>) {
  return (
    <ul className={styles.cards} aria-label="Users">
      {users.map((user) => (
        <li key={user.id} className={styles.card}>
          <Person user={user} />
          <UserActions user={user} onView={onView} onTask={onTask} size={44} />
          <div className={styles.cardFacts}>
            <div>{ROLES[user.role].title}</div>
            <Assignment user={user} />
            <StatusCell user={user} />
            <div className={styles.soft}>
              Last login: <LastLogin user={user} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading users" style={{ padding: 14 }}>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} height={92} mb={10} />
      ))}
    </div>
  );
}

/** The people of the page with what can be done with each. */
export function UserTable({ list, error, onRetry, filters, onFilter, onView, onTask }: UserTableProps) {
  const small = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const failure = listFailure(error);
  const paging: Paging = {
    page: pageOf(filters),
    pageSize: PAGE_SIZE,
    total: list?.total ?? 0,
    onPage: (page) => onFilter({ page: String(page) }),
    withRange: false,
  };
  const nobody = <Nobody filters={filters} onFilter={onFilter} />;
  if (small) {
    if (!list) return failure ? <ErrorView title={ERROR_TITLE} error={failure} onRetry={onRetry} /> : <LoadingCards />;
    if (list.users.length === 0) return nobody;
    return (
      <>
        <Cards users={list.users} onView={onView} onTask={onTask} />
        <DataTableFoot shown={list.users.length} paging={paging} />
      </>
    );
  }
  const columns: Column<User>[] = [
    { key: 'user', header: 'User', sort: 'name', cell: (user) => <Person user={user} /> },
    { key: 'role', header: 'Role', sort: 'role', cell: ({ role }) => ROLES[role].title },
    { key: 'assignment', header: 'Assignment', cell: (user) => <Assignment user={user} /> },
    { key: 'status', header: 'Status', sort: 'status', cell: (user) => <StatusCell user={user} /> },
    { key: 'lastLogin', header: 'Last Login', sort: 'lastLogin', cell: (user) => <LastLogin user={user} /> },
    {
      key: 'actions',
      header: 'Actions',
      cell: (user) => <UserActions user={user} onView={onView} onTask={onTask} />,
    },
  ];
  return (
    <DataTable
      label="Users"
      columns={columns}
      rows={list?.users}
      rowKey={({ id }) => id}
      error={failure}
      errorTitle={ERROR_TITLE}
      onRetry={onRetry}
      empty={nobody}
      sort={filters.sort}
      onSort={(sort) => onFilter({ sort })}
      paging={paging}
    />
  );
}
