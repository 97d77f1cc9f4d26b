import type { Election } from '@ec/contract/elections';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Note } from '../../components/Note.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { deleteElection, useElectionChange } from './api.ts';

export function DeleteDialog({ election, onClose }: { election: Election; onClose: () => void }) {
  const remove = useElectionChange(deleteElection);
  const confirm = () =>
    remove.mutate(election.id, {
      onSuccess: () => {
        notifySuccess(`${election.name} was deleted.`);
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={`Delete ${election.name}?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      danger
    >
      <p style={{ marginTop: 0 }}>The draft {election.name} is deleted. This cannot be undone.</p>
      {remove.error && (
        <Note kind="bad" role="alert">
          {errorMessage(remove.error)}
        </Note>
      )}
    </ConfirmModal>
  );
}
