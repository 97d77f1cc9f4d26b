import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { latePart } from '../../components/page/late-part.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { electionModeQuery, useSetElectionMode } from './api.ts';
import styles from './dashboard.module.css';

const ElectionModeDialog = latePart(
  async () => (await import('./ElectionModeDialog.tsx')).ElectionModeDialog,
  'This dialog',
);

const TURN_ON = {
  title: 'Turn election mode on?',
  label: 'Turn on election mode',
  text: 'Live results, result submission and the situation room open immediately for the roles that hold them, and polling unit officers can submit results for elections that are live.',
};
const TURN_OFF = {
  title: 'Turn election mode off?',
  label: 'Turn off election mode',
  text: 'Live results, result submission and the situation room close immediately for all users. Officers cannot submit until it is on again; nothing that was submitted is lost.',
};

/** The super admin's switch. */
export function ElectionModeCard() {
  const { electionMode } = useCurrentMe();
  const [asking, setAsking] = useState(false);
  const change = useSetElectionMode();
  const stored = useQuery(electionModeQuery);
  const words = electionMode ? TURN_OFF : TURN_ON;

  const confirm = () =>
    change.mutate(!electionMode, {
      onSuccess: ({ isElectionMode }) => notifySuccess(`Election mode is ${isElectionMode ? 'ACTIVE' : 'INACTIVE'}.`),
      onSettled: () => setAsking(false),
    });
  const loading = change.isPending || stored.isPending;
  const state = loading ? 'LOADING' : electionMode ? 'ACTIVE' : 'INACTIVE';
  return (
    <section className={`card ${styles.mode}`}>
      <h2 className={`title ${styles.deskTitle}`}>Election Mode</h2>
      <span role="status">
        <StatusChip tone={loading ? 'wait' : electionMode ? 'ok' : 'off'} label={state} />
      </span>
      <p className={styles.modeText}>
        {electionMode
          ? 'Live results, result submission and the situation room are open.'
          : 'Live results, result submission and the situation room are closed. Elections can be prepared.'}
      </p>
      <Button
        variant={electionMode ? 'default' : 'filled'}
        disabled={change.isPending}
        onClick={() => {
          change.reset();
          setAsking(true);
        }}
      >
        {words.label}
      </Button>
      {change.error && (
        <Alert color="danger" role="alert" className="own-line" title="Failed to toggle election mode">
          {errorMessage(change.error, 'Failed to set election mode')}
        </Alert>
      )}
      {stored.error && (
        <Alert color="danger" role="alert" className="own-line" title="Failed to fetch election mode">
          {errorMessage(stored.error)}{' '}
          <Button variant="default" size="xs" onClick={() => void stored.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {asking && (
        <ElectionModeDialog
          words={words}
          danger={electionMode}
          busy={change.isPending}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </section>
  );
}
