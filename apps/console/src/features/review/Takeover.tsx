import { officerOf } from '@ec/contract/second-entry/desk-words';
import type { ResultDetail } from '@ec/contract/results/schemas';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { personText } from '../../domain/people/person-text.ts';
import { unitName } from '../../domain/places/area-path.ts';
import { formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useTakeOver } from './api.ts';
import styles from './ReviewPage.module.css';

function TakeoverDialog({ result, onClose }: { result: ResultDetail; onClose: () => void }) {
  const form = useServerForm({
    id: 'takeover',
    start: { reason: '' },
    body: ({ reason }) => ({ version: result.version, reason: reason.trim() }),
    request: useTakeOver(result.id),
    failed: 'The result could not be taken over',
    onDone: () => {
      onClose();
      notifySuccess(`You have taken over ${unitName(result)} (${result.pollingUnitCode}) and decide on it.`);
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title="Take over this result?"
      confirmLabel="Take over"
      blocked={form.values.reason.trim() === '' ? 'Give a reason first.' : undefined}
    >
      <p>
        You decide on the result of {unitName(result)} ({result.pollingUnitCode}) instead of{' '}
        {result.takenOver ? result.takenOver.by.name : 'the ward administrator'}, who is notified with your reason.
      </p>
      <Textarea label="Reason" rows={3} maxLength={1000} data-autofocus {...form.field('reason')} />
    </ConfirmForm>
  );
}

/** Who has taken over the result, or that its officer requested it. */
export function TakeoverNote({ result }: { result: ResultDetail }) {
  const { takenOver, takeoverAskedAt } = result;
  if (takenOver) {
    return (
      <Note kind="info">
        Taken over by {personText(takenOver.by)}, {formatExact(takenOver.at)}.<div>Reason: {takenOver.reason}</div>
      </Note>
    );
  }
  if (!takeoverAskedAt || result.status !== 'pending') return null;
  return (
    <Note kind="warn">
      {officerOf(result).name} requested a takeover, {formatExact(takeoverAskedAt)}: the result has waited too long.
    </Note>
  );
}

/** The reader's way to decide in place of the ward, or of an admin below. */
export function TakeOver({ result }: { result: ResultDetail }) {
  const [open, setOpen] = useState(false);
  if (!result.can.takeOver) return null;
  return (
    <div className={styles.row}>
      <Button size="lg" px="xs" variant="default" onClick={() => setOpen(true)}>
        Take over from {result.takenOver ? result.takenOver.by.name : 'the ward'}
      </Button>
      {open && <TakeoverDialog result={result} onClose={() => setOpen(false)} />}
    </div>
  );
}
