import type { Moderator } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { Button } from '@mantine/core';
import type { Column } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { type CardParts, ListOrCards } from '../../components/list/ListOrCards.tsx';
import { PersonLine, UserStatusChip } from '../../domain/people/PersonLine.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import type { Paging } from '../../lib/hooks/paging.ts';
import { heldToText, type ModeratorFilters, NOTHING_NARROWED } from './labels.ts';
import { Actions, LastLogin, type ModeratorTask, Summary, ValidUntil } from './ModeratorParts.tsx';

export const LIST_FAILED = 'Failed to fetch moderators';

interface ModeratorTableProps {
  moderators: readonly Moderator[] | undefined;
  paging: Paging;
  error: unknown;
  onRetry: () => unknown;
  filters: ModeratorFilters;
  onFilter: (change: Partial<ModeratorFilters>) => void;
  onTask: (task: ModeratorTask) => void;
}

function NoModerators({ filters, onFilter }: Pick<ModeratorTableProps, 'filters' | 'onFilter'>) {
  if (!isFilteredFrom(filters, NOTHING_NARROWED)) {
    return <EmptyState title="No moderators yet">Create one, and they appear here with their privileges.</EmptyState>;
  }
  return (
    <EmptyState
      title="No moderators match your filters"
      action={
        <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
          Show all moderators
        </Button>
      }
    >
      Look for another part of the name or phone, or for all roles and statuses.
    </EmptyState>
  );
}

/** The moderators of the page, with what is granted to each. */
export function ModeratorTable({ moderators, filters, onFilter, onTask, ...list }: ModeratorTableProps) {
  const columns: [Column<Moderator>, ...Column<Moderator>[]] = [
    {
      key: 'name',
      header: 'Moderator',
      sort: 'name',
      cell: (moderator) => <PersonLine person={moderator} detail={formatPhone(moderator.phone)} />,
    },
    { key: 'role', header: 'Role', sort: 'role', cell: ({ role }) => ROLES[role].title },
    { key: 'area', header: 'Area', cell: heldToText },
    { key: 'status', header: 'Status', sort: 'status', cell: ({ status }) => <UserStatusChip status={status} /> },
    { key: 'privileges', header: 'Privileges', cell: ({ privileges }) => <Summary privileges={privileges} /> },
    { key: 'until', header: 'Valid until', cell: ({ privileges }) => <ValidUntil privileges={privileges} /> },
    {
      key: 'login',
      header: 'Last login',
      sort: 'lastLogin',
      cell: ({ lastLogin }) => <LastLogin lastLogin={lastLogin} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      fixed: true,
      cell: (moderator) => <Actions moderator={moderator} onTask={onTask} />,
    },
  ];
  const cardOf = (moderator: Moderator): CardParts => {
    const { role, status, privileges, lastLogin } = moderator;
    return {
      head: <PersonLine person={moderator} detail={formatPhone(moderator.phone)} />,
      side: <Actions moderator={moderator} onTask={onTask} />,
      body: (
        <>
          <div>
            {ROLES[role].title}, {heldToText(moderator)}
          </div>
          <UserStatusChip status={status} />
          <Summary privileges={privileges} />
          <div className="quiet">
            Valid until: <ValidUntil privileges={privileges} /> · Last login: <LastLogin lastLogin={lastLogin} />
          </div>
        </>
      ),
    };
  };
  return (
    <ListOrCards
      label="Moderators"
      chooseAs="moderators"
      columns={columns}
      card={cardOf}
      rows={moderators}
      rowKey={({ id }) => id}
      errorTitle={LIST_FAILED}
      empty={<NoModerators filters={filters} onFilter={onFilter} />}
      sort={filters.sort || 'name'}
      onSort={(sort) => onFilter({ sort })}
      {...list}
    />
  );
}
