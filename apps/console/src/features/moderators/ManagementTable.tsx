import type { User } from '@ec/contract/users/schemas';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { RowMenu } from '../../components/list/RowMenu.tsx';
import { PersonLine, UserStatusChip } from '../../domain/people/PersonLine.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import { type LIST_FILTERS, NO_SEARCH } from './labels.ts';
import type { ManagementTask } from './ManagementPage.tsx';
import { LastLogin } from './ModeratorParts.tsx';
import { LIST_FAILED } from './ModeratorTable.tsx';

type Filters = typeof LIST_FILTERS;

interface ManagementTableProps {
  users: readonly User[] | undefined;
  paging: Paging;
  error: unknown;
  onRetry: () => unknown;
  filters: Filters;
  onFilter: (change: Partial<Filters>) => void;
  onTask: (task: ManagementTask) => void;
}

function Actions({ user, onTask }: { user: User; onTask: ManagementTableProps['onTask'] }) {
  return (
    <div className="beside gap-4">
      {user.can.edit === 'direct' && (
        <ActionIcon variant="subtle" aria-label={`Edit ${user.name}`} onClick={() => onTask({ act: 'edit', user })}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
      {user.can.delete === 'direct' && (
        <RowMenu label={`Actions for ${user.name}`}>
          <Menu.Item color="danger" onClick={() => onTask({ act: 'delete', user })}>
            Delete
          </Menu.Item>
        </RowMenu>
      )}
    </div>
  );
}

function NoModerators({ filters, onFilter }: Pick<ManagementTableProps, 'filters' | 'onFilter'>) {
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
export function ManagementTable({ users, filters, onFilter, onTask, ...list }: ManagementTableProps) {
  const columns: [Column<User>, ...Column<User>[]] = [
    {
      key: 'name',
      header: 'Moderator',
      sort: 'name',
      cell: (user) => <PersonLine person={user} detail={formatPhone(user.phone)} />,
    },
    { key: 'email', header: 'Email', cell: ({ email }) => email ?? '-' },
    { key: 'status', header: 'Status', sort: 'status', cell: ({ status }) => <UserStatusChip status={status} /> },
    { key: 'created', header: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
    {
      key: 'login',
      header: 'Last login',
      sort: 'lastLogin',
      cell: ({ lastLogin }) => <LastLogin lastLogin={lastLogin} />,
    },
    { key: 'actions', header: 'Actions', fixed: true, cell: (user) => <Actions user={user} onTask={onTask} /> },
  ];
  const cardOf = (user: User): CardParts => ({
    head: <PersonLine person={user} detail={formatPhone(user.phone)} />,
    side: <Actions user={user} onTask={onTask} />,
    body: (
      <>
        {user.email && <div className="quiet">{user.email}</div>}
        <UserStatusChip status={user.status} />
        <div className="quiet">
          Last login: <LastLogin lastLogin={user.lastLogin} />
        </div>
      </>
    ),
  });
  return (
    <ListOrCards
      label="Global moderators"
      chooseAs="management"
      columns={columns}
      card={cardOf}
      cardsBelow="md"
      rows={users}
      rowKey={({ id }) => id}
      errorTitle={LIST_FAILED}
      empty={<NoModerators filters={filters} onFilter={onFilter} />}
      sort={filters.sort || 'name'}
      onSort={(sort) => onFilter({ sort })}
      {...list}
    />
  );
}
