import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { notifyError } from '../../../lib/hooks/notify.ts';
import { releaseSheet } from '../api.ts';
import { lossOf } from './LostNote.tsx';

interface GiveBackProps {
  id: SecondEntryId;
  /** Something was typed, which is lost. */
  typed: boolean;
  busy: boolean;
  onReleased: () => void;
}

/** Gives the sheet to another transcriber. */
export function GiveBack({ id, typed, busy, onReleased }: GiveBackProps) {
  const [asked, setAsked] = useState(false);
  const release = useMutation({
    mutationFn: () => releaseSheet(id),
    onSuccess: onReleased,
    onError: (error) => {
      // The person does not hold it any more, which is what they want.
      if (lossOf(error, false)) onReleased();
      else if (!typed) notifyError(error, 'The sheet could not be given back');
    },
  });
  return (
    <>
      <div>
        <Button
          variant="default"
          disabled={busy}
          loading={release.isPending}
          onClick={() => (typed ? setAsked(true) : release.mutate())}
        >
          Give back
        </Button>
      </div>
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => release.mutate()}
        title="Give this sheet back?"
        confirmLabel="Give back"
        cancelLabel="Keep entering"
        danger
        busy={release.isPending}
        error={release.error}
        failed="The sheet could not be given back."
      >
        What you typed is removed, and another transcriber enters the sheet.
      </ConfirmModal>
    </>
  );
}
