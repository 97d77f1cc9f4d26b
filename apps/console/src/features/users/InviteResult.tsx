import type { UserDetail } from '@ec/contract/users';
import { Button, Modal } from '@mantine/core';
import { Note } from '../../components/Note.tsx';
import { formatExact, formatPhone } from '../../lib/format.ts';
import { CopyCode } from './CopyCode.tsx';
import { whoText } from './labels.ts';
import styles from './users.module.css';

interface InviteResultProps {
  user: UserDetail;
  inviteCode: string;
  onClose: () => void;
}

/** After a creation: the code with which the person sets their first password. */
export function InviteResult({ user, inviteCode, onClose }: InviteResultProps) {
  return (
    <Modal opened onClose={onClose} title="User created successfully!" closeOnClickOutside={false}>
      <div className={styles.form}>
        <Note kind="ok" role="status">
          {whoText(user)}
        </Note>
        <div>
          <h3 className={styles.scopeLabel}>Invite code</h3>
          <CopyCode code={inviteCode} what="invite code" big />
          {user.inviteExpiresAt && (
            <p className={styles.hint}>Can be used once, until {formatExact(user.inviteExpiresAt)}.</p>
          )}
        </div>
        <div>
          <h3 className={styles.scopeLabel}>How they sign in for the first time</h3>
          <ol className={styles.steps}>
            <li>They open {`${window.location.origin}/login`}.</li>
            <li>They choose “First time here? Use your invite code”.</li>
            <li>
              They enter their phone number, {formatPhone(user.phone)}, and this code, and choose a password of their
              own.
            </li>
          </ol>
        </div>
        <p className={styles.hint}>
          The code is also sent to their phone. You find it again in their details until it is used.
        </p>
        <div className={styles.foot}>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Modal>
  );
}
