import type { ActiveSession } from '@ec/contract/security';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { Note } from '../../components/Note.tsx';
import { errorMessage } from '../../lib/api-error.ts';
import { formatExact } from '../../lib/format.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { personText } from '../../lib/person-text.ts';
import { endSession, useSecurityChange } from './api.ts';

/** The question before somebody is put out of the console. */
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
      busy={end.isPending}
      danger
    >
      <p style={{ marginTop: 0 }}>
        <strong>{personText(user)}</strong> is signed out on {device}
        {ip && ` (${ip})`} at once. The session began {formatExact(createdAt)}.
      </p>
      <p>
        What was typed there and not sent stays on that device. They can sign in again: to keep them out, suspend them.
      </p>
      {end.error && (
        <Note kind="bad" role="alert">
          {errorMessage(end.error)}
        </Note>
      )}
    </ConfirmModal>
  );
}
