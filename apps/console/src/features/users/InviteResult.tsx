import type { UserDetail } from '@ec/contract/users/schemas';
import { Button, Modal, Stack } from '@mantine/core';
import { FormFoot, FormHint } from '../../components/form/Form.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatPhone } from '../../lib/format/format.ts';
import { InviteCode } from './InviteCode.tsx';
import { whoText } from './labels.ts';
import styles from './users.module.css';

interface InviteResultProps {
  user: UserDetail;
  onClose: () => void;
}

/** After a creation: how the person signs in for the first time, and the code for it. */
export function InviteResult({ user, onClose }: InviteResultProps) {
  return (
    <Modal opened onClose={onClose} title="User created successfully!" closeOnClickOutside={false}>
      <Stack gap="md">
        <Note kind="ok" role="status">
          {whoText(user)}
        </Note>
        <div>
          <h3 className={styles.scopeLabel}>Invite code</h3>
          <InviteCode user={user} big />
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
        <FormHint>
          The code was sent to their phone. Until it is used you can show it here and in their details; each showing is
          logged.
        </FormHint>
        <FormFoot>
          <Button onClick={onClose}>Done</Button>
        </FormFoot>
      </Stack>
    </Modal>
  );
}
