import type { Moderator } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { deactivateModerator, useModeratorChange } from './api.ts';
import { areaText } from './labels.ts';
import styles from './moderators.module.css';

/** The question before a moderator is taken out of service. */
export function DeactivateDialog({ moderator, onClose }: { moderator: Moderator; onClose: () => void }) {
  const deactivate = useModeratorChange(deactivateModerator);
  const { id, name, role, assignment } = moderator;
  const confirm = () =>
    deactivate.mutate(id, {
      onSuccess: () => {
        notifySuccess(`${name} has been deactivated`, { link: { to: `/users/${id}`, label: `Open ${name}` } });
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Deactivate moderator"
      confirmLabel="Deactivate"
      error={deactivate.error}
      failed="Failed to deactivate moderator"
      busy={deactivate.isPending}
      danger
    >
      <p className={styles.question}>Are you sure you want to deactivate {name}?</p>
      <p className={styles.question}>
        {name}, {ROLES[role].title}, {areaText(assignment)}, is signed out on every device and cannot sign in until they
        are activated again in User Management. Office and privileges stay theirs.
      </p>
    </ConfirmModal>
  );
}
