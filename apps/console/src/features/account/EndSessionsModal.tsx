import type { OwnSession } from '@ec/contract/auth/account';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { formatExact } from '../../lib/format/format.ts';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { endOtherSessions, endSession, useAccountChange } from './api.ts';

interface EndSessionsModalProps {
  which: OwnSession | 'others';
  onClose: () => void;
}

/** The question before one session, or all but this one, end. */
export function EndSessionsModal({ which, onClose }: EndSessionsModalProps) {
  const end = useAccountChange(() => (which === 'others' ? endOtherSessions() : endSession(which.id)));
  const all = which === 'others';
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        notifySuccess(all ? 'You are signed out everywhere else.' : `The session on ${which.device} has ended.`);
        onClose();
      },
    });
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={all ? 'Sign out everywhere else?' : 'End this session?'}
      confirmLabel={all ? 'Sign out everywhere else' : 'End session'}
      error={end.error}
      busy={end.isPending}
      danger
    >
      <p style={{ marginTop: 0 }}>
        {all
          ? 'Every session of yours but this one ends at once. What was typed there and not sent stays on that device.'
          : `Your session on ${which.device}${which.ip ? ` (${which.ip})` : ''}, begun ${formatExact(which.createdAt)}, ends at once. Whoever uses it has to sign in again.`}
      </p>
      {!all && <p className="para">If it was not you, change your password as well.</p>}
    </ConfirmModal>
  );
}
