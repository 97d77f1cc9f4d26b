import { ROLE_IDS, ROLES } from '@ec/contract/roles';
import type { ActiveSession } from '@ec/contract/security';
import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { StatusChip } from '../../components/StatusChip.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { formatCount } from '../../lib/format.ts';
import { PAGE_SIZE, useExistingPage } from '../../lib/paging.ts';
import { roleTitle } from '../../lib/person-text.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { sessionsQuery } from './api.ts';
import { AreaCounts } from './AreaCounts.tsx';
import { Address, Area, Person } from './Cells.tsx';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import { NOTHING_NARROWED, pageOf, type SecurityFilters, sessionParameters } from './filters.ts';
import { ListOrCards } from './ListOrCards.tsx';
import styles from './security.module.css';

const ROLE_CHOICES = [
  { value: '', label: 'All Roles' },
  ...ROLE_IDS.map((id) => ({ value: id, label: ROLES[id].title })),
];

type SessionColumns = [Column<ActiveSession>, ...Column<ActiveSession>[]];

function columnsOf(onEnd: (session: ActiveSession) => void): SessionColumns {
  return [
    { key: 'person', header: 'Person', cell: ({ user }) => <Person user={user} withRole={false} /> },
    { key: 'role', header: 'Role', cell: ({ user }) => roleTitle(user.role) },
    { key: 'area', header: 'Area', cell: ({ area }) => <Area area={area} /> },
    { key: 'device', header: 'Device', cell: ({ device }) => device },
    { key: 'ip', header: 'IP address', cell: ({ ip }) => <Address ip={ip} /> },
    { key: 'created', header: 'Signed in', cell: ({ createdAt }) => <TimeText moment={createdAt} minute /> },
    { key: 'seen', header: 'Last seen', cell: ({ lastSeenAt }) => <TimeText moment={lastSeenAt} minute /> },
    {
      key: 'end',
      header: 'Action',
      cell: (session) =>
        session.isCurrent ? (
          <StatusChip tone="ok" label="Your session" />
        ) : session.can.end ? (
          <Button
            variant="default"
            size="xs"
            className={styles.control ?? ''}
            aria-label={`End session of ${session.user.name}, ${session.device}`}
            onClick={() => onEnd(session)}
          >
            End session
          </Button>
        ) : (
          <span className={styles.quiet}>None for you</span>
        ),
    },
  ];
}

interface ListProps {
  filters: SecurityFilters;
  onFilter: (change: Partial<SecurityFilters>) => void;
}

/** Who is signed in, by area, and the way to end a session. */
export function Sessions({ filters, onFilter }: ListProps) {
  const [ending, setEnding] = useState<ActiveSession | null>(null);
  const rememberFocus = useReturnFocus(ending !== null);
  const list = useQuery(sessionsQuery(filters));
  const page = pageOf(filters);
  const goTo = (next: number) => onFilter({ page: String(next) });
  useExistingPage(list.data && { shown: list.data.sessions.length, total: list.data.total }, page, goTo);
  const { area, role, q } = sessionParameters(filters);
  const narrowed = area !== '' || role !== '' || q !== '';
  return (
    <div className={styles.stack}>
      <div role="search" aria-label="Active sessions" className={styles.filters}>
        <SearchField
          value={filters.q}
          onChange={(text) => onFilter({ q: text })}
          placeholder="Part of a name or phone"
          className={styles.search}
          inputClass={styles.control}
        />
        <Select
          label="Role"
          data={ROLE_CHOICES}
          value={role}
          onChange={(next) => onFilter({ role: next ?? '' })}
          allowDeselect={false}
          classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
        />
      </div>
      <AreaCounts area={area} areas={list.data?.areas} />
      <Panel title="Sessions" note={list.data && formatCount(list.data.total, 'open session')} flush>
        <div className={list.isPlaceholderData ? styles.former : undefined} aria-busy={list.isPlaceholderData}>
          <ListOrCards
            label="Active sessions"
            columns={columnsOf((session) => {
              rememberFocus();
              setEnding(session);
            })}
            rows={list.data?.sessions}
            rowKey={({ id }) => id}
            error={list.error}
            errorTitle="The sessions could not be loaded"
            onRetry={list.refetch}
            empty={
              narrowed ? (
                <EmptyState
                  title="No open session fits these filters."
                  action={
                    <Button variant="default" onClick={() => onFilter(NOTHING_NARROWED)}>
                      Show all sessions
                    </Button>
                  }
                >
                  Look for another part of the name, or widen the area.
                </EmptyState>
              ) : (
                <EmptyState title="Nobody of your area is signed in.">Open sessions appear here.</EmptyState>
              )
            }
            paging={{ page, pageSize: PAGE_SIZE, total: list.data?.total ?? 0, onPage: goTo }}
          />
        </div>
      </Panel>
      {ending && <EndSessionDialog session={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}
