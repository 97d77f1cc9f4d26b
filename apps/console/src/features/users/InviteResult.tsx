import type { UserDetail } from '@ec/contract/users';
import { Button, Modal, Stack } from '@mantine/core';
import { FormFoot, FormHint } from '../../components/Form.tsx';
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
      <Stack gap="md">
        <Note kind="ok" role="status">
          {whoText(user)}
        </Note>
        <div>
          <h3 className={styles.scopeLabel}>Invite code</h3>
          <CopyCode code={inviteCode} what="invite code" big />
          {user.inviteExpiresAt && <FormHint>Can be used once, until {formatExact(user.inviteExpiresAt)}.</FormHint>}
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
        <FormHint>The code is also sent to their phone. You find it again in their details until it is used.</FormHint>
        <FormFoot>
          <Button onClick={onClose}>Done</Button>
        </FormFoot>
      </Stack>
    </Modal>
  );
}
