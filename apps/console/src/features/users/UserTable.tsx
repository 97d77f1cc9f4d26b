import { ROLES } from '@ec/contract/permissions/roles';
import type { User } from '@ec/contract/users/schemas';
import { Button } from '@mantine/core';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { Tick, TickAll, type Ticks } from '../../components/list/Ticks.tsx';
import type { Paging } from '../../lib/hooks/paging.ts';
import { useInSteps } from '../../lib/hooks/draw-later.ts';
import { tickAllLabel } from './bulk/BulkParts.tsx';
import { isNarrowed, listFailure, NOTHING_NARROWED, type UserFilters } from './labels.ts';
import type { Task } from './tasks.ts';
import { Assignment, LastLogin, Person, StatusCell, UserActions } from './UserParts.tsx';

interface UserTableProps {
  users: readonly User[] | undefined;
  /** Null for readers who change no user. */
  ticks: Ticks<User> | null;
  paging: Paging;
  error: unknown;
  onRetry: () => unknown;
  filters: UserFilters;
  onFilter: (change: Partial<UserFilters>) => void;
  onView: (user: User) => void;
  onTask: (task: Task) => void;
}

function NoUsers({ filters, onFilter }: Pick<UserTableProps, 'filters' | 'onFilter'>) {
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

/** The people of the page with what can be done with each. */
export function UserTable(props: UserTableProps) {
  const { ticks, paging, error, onRetry, filters, onFilter, onView, onTask } = props;
  const users = useInSteps(props.users);
  const columns: [Column<User>, ...Column<User>[]] = [
    { key: 'user', header: 'User', sort: 'name', fixed: true, cell: (user) => <Person user={user} /> },
    { key: 'role', header: 'Role', sort: 'role', cell: ({ role }) => ROLES[role].title },
    { key: 'assignment', header: 'Assignment', cell: (user) => <Assignment user={user} /> },
    { key: 'status', header: 'Status', sort: 'status', cell: (user) => <StatusCell user={user} /> },
    { key: 'lastLogin', header: 'Last Login', sort: 'lastLogin', cell: (user) => <LastLogin user={user} /> },
    {
      key: 'actions',
      header: 'Actions',
      fixed: true,
      cell: (user) => <UserActions user={user} onView={onView} onTask={onTask} />,
    },
  ];
  const tickAll = ticks && <TickAll ticks={ticks} label={tickAllLabel(ticks)} />;
  const tickOf = (user: User) => ticks && <Tick row={user} ticks={ticks} label={`Select ${user.name}`} />;
  if (ticks) columns.unshift({ key: 'tick', header: 'Select', head: tickAll, cell: tickOf });
  const cardOf = (user: User): CardParts => ({
    head: <Person user={user} />,
    side: (
      <div className="beside gap-4">
        {tickOf(user)}
        <UserActions user={user} onView={onView} onTask={onTask} />
      </div>
    ),
    body: (
      <>
        <div>{ROLES[user.role].title}</div>
        <Assignment user={user} />
        <StatusCell user={user} />
        <div className="quiet">
          Last login: <LastLogin user={user} />
        </div>
      </>
    ),
  });
  return (
    <ListOrCards
      label="Users"
      chooseAs="users"
      columns={columns}
      card={cardOf}
      rows={users}
      rowKey={({ id }) => id}
      above={tickAll}
      isMarked={({ id }) => ticks?.ticked.some((user) => user.id === id) ?? false}
      error={listFailure(error)}
      errorTitle="Error Loading Users"
      onRetry={onRetry}
      empty={<NoUsers filters={filters} onFilter={onFilter} />}
      sort={filters.sort}
      onSort={(sort) => onFilter({ sort })}
      paging={{ ...paging, withRange: false }}
    />
  );
}
