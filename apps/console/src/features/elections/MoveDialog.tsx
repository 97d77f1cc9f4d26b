import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { dateConcern } from '@ec/contract/elections/dates';
import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmForm } from '../../components/form/ConfirmModal.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { moveElection, useElectionChange } from './api.ts';
import { concernText, moveOf, statusOf } from './labels.ts';

interface MoveDialogProps {
  election: Election;
  to: ElectionStatus;
  onClose: () => void;
}

/** The question before an election changes its status. */
export function MoveDialog({ election, to, onClose }: MoveDialogProps) {
  const move = moveOf(election, to);
  const [now] = useState(() => new Date());
  const concern = dateConcern(
    { closesAt: new Date(election.closesAt), deadline: new Date(election.deadline) },
    to,
    now,
  );
  const form = useServerForm({
    id: 'move',
    start: { reason: '', checked: false },
    body: ({ reason }) => ({ id: election.id, to, reason: reason.trim() }),
    request: useElectionChange(moveElection),
    failed: 'The status could not be changed',
    onDone: ({ name, status, id }) => {
      notifySuccess(`${name} is now ${statusOf(status).label.toLowerCase()}.`, {
        link: { to: `/elections?view=${id}`, label: `View ${name}` },
      });
      onClose();
    },
  });
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={move.title}
      confirmLabel={move.label}
      danger={to === 'archived'}
      blocked={
        move.needsReason && form.values.reason.trim() === ''
          ? 'Give a reason first'
          : concern && !form.values.checked
            ? 'Confirm the date first'
            : undefined
      }
    >
      <p>{move.text}</p>
      {concern && (
        <>
          <Note kind="warn">{concernText(election, concern)}</Note>
          <Checkbox label="The date is right" {...form.tick('checked')} />
        </>
      )}
      {move.needsReason && (
        <Textarea label="Reason" required data-autofocus rows={3} maxLength={1000} {...form.field('reason')} />
      )}
    </ConfirmForm>
  );
}
