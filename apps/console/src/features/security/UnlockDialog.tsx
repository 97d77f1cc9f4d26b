import type { UserId } from '@ec/contract/base/common';
import type { LockedAccount } from '@ec/contract/security/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { formatCount, formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { personText } from '../../domain/people/person-text.ts';
import { unlock, useSecurityChange } from './api.ts';

export type LockedPerson = LockedAccount & { user: NonNullable<LockedAccount['user']> };

/** The question before a lock is lifted early. */
export function UnlockDialog({ account, onClose }: { account: LockedPerson; onClose: () => void }) {
  const lift = useSecurityChange((userId: UserId) => unlock(userId));
  const { user, failures, lockedUntil } = account;
  const confirm = () =>
    lift.mutate(user.id, {
      onSuccess: () => {
        notifySuccess(`${user.name} can sign in again.`);
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="Unlock this account?"
      confirmLabel="Unlock"
      error={lift.error}
      busy={lift.isPending}
    >
      <p style={{ marginTop: 0 }}>
        <strong>{personText(user)}</strong> was locked after {formatCount(failures, 'failed attempt')} and would be let
        in again from {formatExact(lockedUntil)}. Unlocked, they can try to sign in at once.
      </p>
      <p className="para">
        Ask them whether the attempts were theirs. If they were not, leave the lock and have the password reset.
      </p>
    </ConfirmModal>
  );
}
