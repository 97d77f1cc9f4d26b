import type { ManagedRole } from '@ec/contract/permissions/default-levels';
import type { ModulePermission } from '@ec/contract/permissions/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { useResetPermissions } from './api.ts';
import { fromTo, serverText } from './labels.ts';
import { usePeopleOf } from './SaveBar.tsx';

interface ResetDialogProps {
  roleId: ManagedRole;
  /** The modules that differ from their default. */
  changed: readonly ModulePermission[];
  /** How many choices that were not saved go with it. */
  dropped: number;
  onDone: () => void;
  onClose: () => void;
}

export function ResetDialog({ roleId, changed, dropped, onDone, onClose }: ResetDialogProps) {
  const reset = useResetPermissions(roleId);
  const { title } = ROLES[roleId];
  const people = usePeopleOf(roleId);
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: () => {
        notifySuccess('Permissions reset to default successfully!');
        onDone();
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={`Reset ${title}?`}
      confirmLabel="Reset to Default"
      busy={reset.isPending}
      danger
    >
      <p className="below-10">
        Are you sure you want to reset all permissions to default? This action cannot be undone.
      </p>
      <p className="below-10">
        This concerns {people} with the role {title} and takes effect immediately:{' '}
        {changed.map((module) => `${module.moduleName} (${fromTo(module.permission, module.default)})`).join(', ')}.
        {dropped > 0 &&
          ` ${formatCount(dropped, 'pending change')} of yours ${dropped === 1 ? 'is' : 'are'} discarded.`}
      </p>
      {reset.error && (
        <Note kind="bad" role="alert">
          {serverText(reset.error, 'Error resetting permissions. Please try again.')}
        </Note>
      )}
    </ConfirmModal>
  );
}
