import type { Election } from '@ec/contract/elections/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
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
      error={remove.error}
      busy={remove.isPending}
      danger
    >
      <p style={{ marginTop: 0 }}>The draft {election.name} is deleted. This cannot be undone.</p>
    </ConfirmModal>
  );
}
