import { Button } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { alertCountText } from '../../domain/alerts/alert-counts.ts';
import { focusTitle } from '../../lib/hooks/focus.ts';
import { useMarkAllRead } from './api.ts';

interface MarkAllReadProps {
  unread: number;
  /** The newest alert when the page was loaded: those that came since stay unread. */
  newest: string | undefined;
  narrowed: boolean;
}

/** Marks all as read; where the list shows a part of them, it first says that the others are meant too. */
export function MarkAllRead({ unread, newest, narrowed }: MarkAllReadProps) {
  const [asking, setAsking] = useState(false);
  const markAll = useMarkAllRead();
  const send = () => {
    setAsking(false);
    focusTitle();
    markAll.mutate(newest);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecks size={16} aria-hidden />}
        // Always there: a button that came with the first alert would move the list.
        disabled={unread === 0}
        loading={markAll.isPending}
        onClick={narrowed ? () => setAsking(true) : send}
      >
        Mark All as Read
      </Button>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={send}
        title="Mark all alerts as read?"
        confirmLabel="Mark All as Read"
      >
        {unread === 1
          ? 'The one unread alert is marked as read for you, also where your filters hide it.'
          : `All ${alertCountText(unread)} unread alerts are marked as read for you, also those that your filters hide.`}
      </ConfirmModal>
    </>
  );
}
