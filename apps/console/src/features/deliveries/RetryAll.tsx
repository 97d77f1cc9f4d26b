import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '../../components/form/ConfirmModal.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { failedQuery, useRetryAll } from './api.ts';

function Question({ onClose }: { onClose: () => void }) {
  const failed = useQuery(failedQuery);
  const retry = useRetryAll();
  return (
    <ConfirmChange
      change={retry}
      body={undefined}
      onDone={({ waiting }) =>
        notifySuccess(
          waiting === 0
            ? 'No failed message is still of use, so none is tried again.'
            : `${formatCount(waiting, 'message')} ${waiting === 1 ? 'is' : 'are'} tried again.`,
        )
      }
      onClose={onClose}
      title="Try all failed messages again?"
      confirmLabel="Try all failed again"
      failed="The messages could not be tried again"
      blocked={failed.data === 0 ? 'No message has failed.' : failed.isPending ? 'Counting…' : undefined}
    >
      {failed.data === undefined ? (
        failed.error ? (
          <Note kind="bad" role="alert">
            {errorMessage(failed.error, 'The failed messages could not be counted')}
          </Note>
        ) : (
          <Skeleton height={40} />
        )
      ) : (
        <p className="para">
          <b>{formatCount(failed.data, 'message')}</b> failed, SMS and e-mail together. Those that are still of use go
          to their recipients as soon as a gateway takes them; codes whose time is over are not sent.
        </p>
      )}
    </ConfirmChange>
  );
}

/** Retries all failed messages, after a confirmation with their number. */
export function RetryAll() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setAsking(true)}>
        Try all failed again
      </Button>
      {asking && <Question onClose={() => setAsking(false)} />}
    </>
  );
}
