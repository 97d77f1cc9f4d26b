import type { SecondEntryId } from '@ec/contract/second-entry/schemas';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { notifyError } from '../../../lib/hooks/notify.ts';
import { releaseSheet } from '../api.ts';
import { Note } from '../../../components/page/Note.tsx';
import { ApiError } from '../../../lib/http/api-error.ts';

/** The sheet is no longer with the transcriber. */
export interface Loss {
  message: string;
  /** An earlier attempt to send it was cut off. */
  cutOff: boolean;
}

const LOSSES = new Set<string>(['ENTRY_NOT_HELD', 'ENTRY_VOID', 'NOT_FOUND']);

/** What a refusal says of the sheet; null where it is still with the transcriber. */
export const lossOf = (error: unknown, cutOff: boolean): Loss | null =>
  error instanceof ApiError && LOSSES.has(error.code) ? { message: error.message, cutOff } : null;

/** Why the sheet cannot be sent any more, with the way to the next one. */
export function LostNote({ loss, onNext }: { loss: Loss; onNext: () => void }) {
  return (
    <Note kind="bad" role="alert">
      <p>{loss.message}</p>
      {loss.cutOff && <p>The connection broke at an earlier attempt, so your entry may have been stored then.</p>}
      <Button mt="xs" autoFocus onClick={onNext}>
        Take the next sheet
      </Button>
    </Note>
  );
}

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
