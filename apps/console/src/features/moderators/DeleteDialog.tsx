import type { User } from '@ec/contract/users/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { formatPhone } from '../../lib/format/format.ts';
import { deleteModerator, useModeratorChange } from './api.ts';
import styles from './moderators.module.css';

/** The question before a global moderator is deleted. */
export function DeleteDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useModeratorChange(deleteModerator);
  const confirm = () =>
    remove.mutate(user.id, {
      onSuccess: () => {
        notifySuccess('Moderator deleted successfully!');
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Delete moderator"
      confirmLabel="Delete"
      error={remove.error}
      failed="Failed to delete moderator"
      busy={remove.isPending}
      danger
    >
      <p className={styles.question}>Are you sure you want to delete this moderator?</p>
      <p className={styles.question}>
        <b>{user.name}</b>, {formatPhone(user.phone)}, is signed out on every device and loses their privileges; their
        phone number becomes free. This action cannot be undone.
      </p>
    </ConfirmModal>
  );
}
