import type { Moderator } from '@ec/contract/moderators';
import { ROLES } from '@ec/contract/roles';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Note } from '../../components/Note.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { notifySuccess } from '../../lib/notify.ts';
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
      busy={deactivate.isPending}
      danger
    >
      <p className={styles.question}>Are you sure you want to deactivate {name}?</p>
      <p className={styles.question}>
        {name}, {ROLES[role].title}, {areaText(assignment)}, is signed out on every device and cannot sign in until they
        are activated again in User Management. Office and privileges stay theirs.
      </p>
      {deactivate.error && (
        <Note kind="bad" role="alert">
          {errorMessage(deactivate.error, 'Failed to deactivate moderator')}
        </Note>
      )}
    </ConfirmModal>
  );
}
