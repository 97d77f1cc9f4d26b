import type { UserDetail } from '@ec/contract/users/schemas';
import { Button, CopyButton, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormFoot, FormHint } from '../../components/form/Form.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatExact, formatPhone } from '../../lib/format/format.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { revealInvite } from './api.ts';
import { whoText } from './labels.ts';
import styles from './users.module.css';

interface InviteCodeProps {
  user: Pick<UserDetail, 'id' | 'invite'>;
  big?: boolean;
}

/** An open invite. The code itself is read from the server when its inviter asks for it, because each reading is audited. */
export function InviteCode({ user, big = false }: InviteCodeProps) {
  const reveal = useMutation({ mutationFn: () => revealInvite(user.id) });
  const { invite } = user;
  if (!invite) return null;
  return (
    <>
      {reveal.data ? (
        <CopyCode code={reveal.data.code} what="invite code" big={big} />
      ) : invite.mine ? (
        <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
          Show invite code
        </Button>
      ) : (
        <span>
          {invite.by ? `Only ${invite.by}, who invited them, sees the code.` : 'Only the inviter sees the code.'}
        </span>
      )}
      {reveal.error && (
        <Note kind="bad" role="alert">
          {errorMessage(reveal.error)}
        </Note>
      )}
      <div className="quiet">Can be used once, until {formatExact(invite.expiresAt)}.</div>
    </>
  );
}

/** A code to read out or to copy. */
function CopyCode({ code, what, big = false }: { code: string; what: string; big?: boolean }) {
  return (
    <span className="row mono">
      <span className={big ? styles.bigCode : undefined}>{code}</span>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" onClick={copy} aria-label={copied ? `${what} copied` : `Copy ${what}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}

interface InviteResultProps {
  user: UserDetail;
  onClose: () => void;
}

/** After a creation: how the person signs in for the first time, and the code for it. */
export function InviteResult({ user, onClose }: InviteResultProps) {
  const smsLeaves = useSmsLeaves();
  return (
    <Modal opened onClose={onClose} title="User created successfully!" closeOnClickOutside={false}>
      <Stack gap="md">
        <Note kind="ok" role="status">
          {whoText(user)}
        </Note>
        <div>
          <h3 className="hint medium below-4">Invite code</h3>
          <InviteCode user={user} big />
        </div>
        <div>
          <h3 className="hint medium below-4">How they sign in for the first time</h3>
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
          {smsLeaves ? 'The code was sent to their phone.' : 'No SMS gateway is set up: tell them the code yourself.'}{' '}
          Until it is used you can show it here and in their details; each showing is logged.
        </FormHint>
        <FormFoot>
          <Button onClick={onClose}>Done</Button>
        </FormFoot>
      </Stack>
    </Modal>
  );
}
