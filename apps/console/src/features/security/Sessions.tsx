import { ROLE_IDS, ROLES } from '@ec/contract/permissions/roles';
import type { ActiveSession } from '@ec/contract/security/schemas';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import type { Column } from '../../components/list/DataTable.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { ListOrCards } from '../../components/list/ListOrCards.tsx';
import { FormerRows } from '../../components/list/LoadingRows.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { personText, roleTitle } from '../../domain/people/person-text.ts';
import { RenewalText } from '../../domain/people/RenewalText.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { isFilteredFrom } from '../../lib/hooks/use-url-state.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { usePaging } from '../../lib/hooks/paging.ts';
import { endSession, sessionsQuery, useSecurityChange } from './api.ts';
import { AreaCounts } from './AreaCounts.tsx';
import { Address, Area, Person } from './Cells.tsx';
import { type SecurityListProps, sessionParameters } from './filters.ts';

const WHOLE = { q: '', role: '', area: '' };
const CHOICES = [
  {
    key: 'role',
    label: 'Role',
    data: [{ value: '', label: 'All Roles' }, ...ROLE_IDS.map((id) => ({ value: id, label: ROLES[id].title }))],
  },
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
      key: 'renewed',
      header: 'Last renewed',
      cell: (session) => <RenewalText renewed={session.renewed} opened={session} />,
    },
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
            aria-label={`End session of ${session.user.name}, ${session.device}`}
            onClick={() => onEnd(session)}
          >
            End session
          </Button>
        ) : (
          <span className="hint">Not yours to end</span>
        ),
    },
  ];
}

/** The open sessions, by area, with a button to end each. */
export function Sessions({ filters, onFilter }: SecurityListProps) {
  const [sessionToEnd, setSessionToEnd] = useState<ActiveSession | null>(null);
  const rememberFocus = useReturnFocus(sessionToEnd !== null);
  const list = useQuery(sessionsQuery(filters));
  const paging = usePaging(filters, onFilter, list.data?.sessions, list.data?.total);
  const { q, area, role } = sessionParameters(filters);
  const shown = { q, area, role };
  // The way back stands above the list, the way further down below it.
  const counts = <AreaCounts area={area} areas={list.data?.areas} />;
  return (
    <div className="stack gap-12">
      <FilterBar
        label="Active sessions"
        placeholder="Part of a name or phone"
        filters={shown}
        whole={WHOLE}
        onChange={onFilter}
        choices={CHOICES}
      />
      {area && counts}
      <Panel flush>
        <FormerRows former={list.isPlaceholderData}>
          <ListOrCards
            label="Active sessions"
            columns={columnsOf((session) => {
              rememberFocus();
              setSessionToEnd(session);
            })}
            rows={list.data?.sessions}
            rowKey={({ id }) => id}
            error={list.error}
            errorTitle="The sessions could not be loaded"
            onRetry={list.refetch}
            empty={
              isFilteredFrom(shown, WHOLE) ? (
                <EmptyState
                  title="No open session fits these filters."
                  action={
                    <Button variant="default" onClick={() => onFilter(WHOLE)}>
                      Show all sessions
                    </Button>
                  }
                >
                  Look for another part of the name, or widen the area.
                </EmptyState>
              ) : (
                <EmptyState title="No user of your area is signed in.">Open sessions appear here.</EmptyState>
              )
            }
            paging={paging}
          />
        </FormerRows>
      </Panel>
      {!area && counts}
      {sessionToEnd && <EndSessionDialog session={sessionToEnd} onClose={() => setSessionToEnd(null)} />}
    </div>
  );
}

/** Asks before the session of another user is ended. */
function EndSessionDialog({ session, onClose }: { session: ActiveSession; onClose: () => void }) {
  const end = useSecurityChange(endSession);
  const { user, device, ip, createdAt } = session;
  return (
    <ConfirmChange
      change={end}
      body={session}
      onDone={() => notifySuccess(`The session of ${user.name} on ${device} has ended.`)}
      onClose={onClose}
      title="End this session?"
      confirmLabel="End session"
      danger
    >
      <p style={{ marginTop: 0 }}>
        <strong>{personText(user)}</strong> is signed out on {device}
        {ip && ` (${ip})`} immediately. The session began {formatExact(createdAt)}.
      </p>
      <p className="para">
        What was typed there and not sent stays on that device. They can sign in again: to keep them out, suspend them.
      </p>
    </ConfirmChange>
  );
}
