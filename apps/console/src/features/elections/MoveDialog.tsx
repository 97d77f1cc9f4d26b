import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { moveElection, useElectionChange } from './api.ts';
import { moveOf, statusOf } from './labels.ts';

interface MoveDialogProps {
  election: Election;
  to: ElectionStatus;
  onClose: () => void;
}

/** The question before an election changes its status. */
export function MoveDialog({ election, to, onClose }: MoveDialogProps) {
  const move = moveOf(election, to);
  const [reason, setReason] = useState('');
  const change = useElectionChange(moveElection);
  const confirm = () =>
    change.mutate(
      { id: election.id, to, reason: reason.trim() },
      {
        onSuccess: ({ name, status, id }) => {
          notifySuccess(`${name} is now ${statusOf(status).label.toLowerCase()}.`, {
            link: { to: `/elections?view=${id}`, label: `View ${name}` },
          });
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={move.title}
      confirmLabel={move.label}
      error={change.error}
      busy={change.isPending}
      danger={to === 'archived'}
      blocked={move.needsReason && reason.trim() === '' ? 'Give a reason first' : undefined}
    >
      <p style={{ marginTop: 0 }}>{move.text}</p>
      {move.needsReason && (
        <Textarea
          label="Reason"
          required
          data-autofocus
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmModal>
  );
}
