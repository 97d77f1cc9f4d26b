import type { ActiveSession } from '@ec/contract/security/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { personText } from '../../domain/people/person-text.ts';
import { endSession, useSecurityChange } from './api.ts';

/** Asks before the session of another user is ended. */
export function EndSessionDialog({ session, onClose }: { session: ActiveSession; onClose: () => void }) {
  const end = useSecurityChange(endSession);
  const { user, device, ip, createdAt } = session;
  const confirm = () =>
    end.mutate(session, {
      onSuccess: () => {
        notifySuccess(`The session of ${user.name} on ${device} has ended.`);
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title="End this session?"
      confirmLabel="End session"
      error={end.error}
      busy={end.isPending}
      danger
    >
      <p style={{ marginTop: 0 }}>
        <strong>{personText(user)}</strong> is signed out on {device}
        {ip && ` (${ip})`} at once. The session began {formatExact(createdAt)}.
      </p>
      <p className="para">
        What was typed there and not sent stays on that device. They can sign in again: to keep them out, suspend them.
      </p>
    </ConfirmModal>
  );
}
