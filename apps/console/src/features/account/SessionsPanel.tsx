import type { OwnSession } from '@ec/contract/auth/account';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { type Column, DataTable } from '../../components/list/DataTable.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { RenewalText } from '../../domain/people/RenewalText.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { endOtherSessions, endSession, sessionsQuery, useAccountChange } from './api.ts';

const COLUMNS: readonly Column<OwnSession>[] = [
  {
    key: 'device',
    header: 'Device',
    cell: ({ device, current }) => (
      <>
        {device} {current && <StatusChip tone="ok" label="This device" />}
      </>
    ),
  },
  { key: 'ip', header: 'IP address', cell: ({ ip }) => ip ?? 'Not known' },
  { key: 'created', header: 'Signed in', cell: ({ createdAt }) => <TimeText moment={createdAt} /> },
  { key: 'seen', header: 'Last used', cell: ({ lastSeenAt }) => <TimeText moment={lastSeenAt} /> },
  {
    key: 'renewed',
    header: 'Last renewed',
    cell: (session) => <RenewalText renewed={session.renewed} opened={session} />,
  },
];

/** The user's open sessions, with buttons to end others. */
export function SessionsPanel() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [asking, setAsking] = useState<OwnSession | 'others' | null>(null);
  const others = data?.sessions.some(({ current }) => !current);
  const columns: readonly Column<OwnSession>[] = [
    ...COLUMNS,
    {
      key: 'end',
      header: 'Action',
      cell: (session) =>
        session.current ? (
          'In use'
        ) : (
          <Button variant="default" aria-label={`End session: ${session.device}`} onClick={() => setAsking(session)}>
            End session
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title="Sessions"
      note="where you are signed in"
      flush
      actions={
        others && (
          <Button variant="default" onClick={() => setAsking('others')}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <DataTable
        label="Your sessions"
        columns={columns}
        rows={data?.sessions}
        rowKey={({ id }) => id}
        error={error}
        errorTitle="Your sessions could not be loaded"
        onRetry={refetch}
        empty={<EmptyState title="No open session">Sign in again to see your sessions here.</EmptyState>}
      />
      {asking && <EndSessionsModal which={asking} onClose={() => setAsking(null)} />}
    </Panel>
  );
}

interface EndSessionsModalProps {
  which: OwnSession | 'others';
  onClose: () => void;
}

/** The question before one session, or all but this one, end. */
function EndSessionsModal({ which, onClose }: EndSessionsModalProps) {
  const end = useAccountChange(() => (which === 'others' ? endOtherSessions() : endSession(which.id)));
  const all = which === 'others';
  return (
    <ConfirmChange
      change={end}
      body={undefined}
      onDone={() =>
        notifySuccess(all ? 'You are signed out everywhere else.' : `The session on ${which.device} has ended.`)
      }
      onClose={onClose}
      title={all ? 'Sign out everywhere else?' : 'End this session?'}
      confirmLabel={all ? 'Sign out everywhere else' : 'End session'}
      danger
    >
      <p style={{ marginTop: 0 }}>
        {all
          ? 'Every session of yours but this one ends immediately. What was typed there and not sent stays on that device.'
          : `Your session on ${which.device}${which.ip ? ` (${which.ip})` : ''}, begun ${formatExact(which.createdAt)}, ends immediately. The device then has to sign in again.`}
      </p>
      {!all && <p className="para">If it was not you, change your password as well.</p>}
    </ConfirmChange>
  );
}
