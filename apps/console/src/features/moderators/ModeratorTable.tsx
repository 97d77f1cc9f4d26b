import type { Moderator, ModeratorList } from '@ec/contract/moderators';
import { ROLES } from '@ec/contract/roles';
import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DataTableFoot } from '../../components/DataTableFoot.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorView } from '../../components/ErrorView.tsx';
import { isNarrowedFrom } from '../../lib/narrowing.ts';
import { PAGE_SIZE } from '../../lib/paging.ts';
import { type ModeratorFilters, NOTHING_NARROWED, pageOf } from './filters.ts';
import { areaText } from './labels.ts';
import { Actions, LastLogin, type ModeratorTask, Person, Status, Summary, ValidUntil } from './ModeratorParts.tsx';
import styles from './moderators.module.css';

export const LIST_FAILED = 'Failed to fetch moderators';

interface ModeratorTableProps {
  list: ModeratorList | undefined;
  error: unknown;
  onRetry: () => unknown;
  filters: ModeratorFilters;
  onFilter: (change: Partial<ModeratorFilters>) => void;
  onTask: (task: ModeratorTask) => void;
}

function Nobody({ filters, onFilter }: Pick<ModeratorTableProps, 'filters' | 'onFilter'>) {
  if (!isNarrowedFrom(filters, NOTHING_NARROWED)) {
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

function Card({ moderator, onTask }: { moderator: Moderator; onTask: (task: ModeratorTask) => void }) {
  const { role, status, assignment, privileges, lastLogin } = moderator;
  return (
    <li className={styles.card}>
      <Person person={moderator} />
      <Actions moderator={moderator} onTask={onTask} size={44} />
      <div className={styles.cardFacts}>
        <div>
          {ROLES[role].title}, {areaText(assignment)}
        </div>
        <Status status={status} />
        <Summary privileges={privileges} />
        <div className={styles.soft}>
          Valid until: <ValidUntil privileges={privileges} /> · Last login: <LastLogin lastLogin={lastLogin} />
        </div>
      </div>
    </li>
  );
}

export function LoadingCards({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={styles.loading}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={92} />
      ))}
    </div>
  );
}

/** The moderators of the page, with what is granted to each. */
export function ModeratorTable({ list, error, onRetry, filters, onFilter, onTask }: ModeratorTableProps) {
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
    if (list.moderators.length === 0) return nobody;
    return (
      <>
        <ul className={styles.cards} aria-label="Moderators">
          {list.moderators.map((moderator) => (
            <Card key={moderator.id} moderator={moderator} onTask={onTask} />
          ))}
        </ul>
        <DataTableFoot shown={list.moderators.length} paging={paging} />
      </>
    );
  }
  const columns: Column<Moderator>[] = [
    { key: 'name', header: 'Moderator', sort: 'name', cell: (moderator) => <Person person={moderator} /> },
    { key: 'role', header: 'Role', sort: 'role', cell: ({ role }) => ROLES[role].title },
    { key: 'area', header: 'Area', cell: ({ assignment }) => areaText(assignment) },
    { key: 'status', header: 'Status', sort: 'status', cell: ({ status }) => <Status status={status} /> },
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
      cell: (moderator) => <Actions moderator={moderator} onTask={onTask} />,
    },
  ];
  return (
    <DataTable
      label="Moderators"
      columns={columns}
      rows={list?.moderators}
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
