import type { User, UserOutcome } from '@ec/contract/users/schemas';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { Note } from '../../components/page/Note.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { deleteUser, updateUser, usePeopleChange } from './api.ts';
import { whoText } from './labels.ts';
import { notifyDone, notifyRequested } from './tasks.ts';

type Act = 'deactivate' | 'activate' | 'delete';

interface Words {
  title: string;
  label: string;
  /** What will happen. */
  what: string;
  done: string;
  failed: string;
}

const WORDS: Record<Act, Words> = {
  deactivate: {
    title: 'Deactivate User',
    label: 'Deactivate',
    what: 'They are signed out on every device and cannot sign in until they are activated again. Their office stays theirs.',
    done: 'deactivated',
    failed: 'Failed to deactivate user',
  },
  activate: {
    title: 'Activate User',
    label: 'Activate',
    what: 'They can sign in and act in their area again.',
    done: 'activated',
    failed: 'Failed to activate user',
  },
  delete: {
    title: 'Delete User',
    label: 'Delete',
    what: 'They are signed out on every device, and their phone number and office become free. This action cannot be undone.',
    done: 'deleted',
    failed: 'Failed to delete user',
  },
};

function run({ act, user }: { act: Act; user: User }): Promise<UserOutcome> {
  if (act === 'delete') return deleteUser(user.id);
  const status = act === 'activate' ? 'ACTIVE' : 'INACTIVE';
  return updateUser({ id: user.id, body: { status, updatedAt: user.updatedAt } });
}

interface ActDialogProps {
  act: Act;
  user: User;
  onClose: () => void;
  onDeleted: (() => void) | undefined;
}

/** Asks before a user is deactivated, activated or deleted. */
export function ActDialog({ act, user, onClose, onDeleted }: ActDialogProps) {
  const words = WORDS[act];
  const change = usePeopleChange(run);
  const confirm = () =>
    change.mutate(
      { act, user },
      {
        onSuccess: ({ outcome, requestId }) => {
          if (outcome === 'requested') notifyRequested(requestId);
          else {
            const kept = act === 'delete' ? undefined : user;
            notifyDone(`User "${user.name}" has been ${words.done} successfully`, kept);
          }
          onClose();
          if (outcome === 'done' && act === 'delete') onDeleted?.();
        },
      },
    );
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={words.title}
      confirmLabel={words.label}
      busy={change.isPending}
      danger={act !== 'activate'}
    >
      <p style={{ marginTop: 0 }}>
        {words.label} <b>{whoText(user)}</b>?
      </p>
      <p className="para">{words.what}</p>
      {act === 'delete' && user.pendingRequest && (
        <p className="para">The request about them that waits for a decision is closed.</p>
      )}
      {change.error && (
        <Note kind="bad" role="alert">
          {words.failed}: {errorMessage(change.error, 'Unknown error')}
        </Note>
      )}
    </ConfirmModal>
  );
}
