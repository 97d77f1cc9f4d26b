import type { UserDetail } from '@ec/contract/users/schemas';
import { Button, CopyButton, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormFoot, FormHint } from '../../components/form/Form.tsx';
import { Note } from '../../components/page/Note.tsx';
import { formatExact, formatPhone } from '../../lib/format/format.ts';
import { api } from '../../lib/http/api.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';

interface InviteCodeProps {
  user: Pick<UserDetail, 'id' | 'invite'>;
  big?: boolean;
}

/** An open invite. The code itself is read from the server when its inviter asks for it, because each reading is audited. */
export function InviteCode({ user, big = false }: InviteCodeProps) {
  const reveal = useMutation({
    mutationFn: () => api.call('POST /users/:id/invite-code/reveal', { params: { id: user.id } }),
  });
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
      {big ? (
        <Text span inherit fz={20} fw={650} lts="0.06em">
          {code}
        </Text>
      ) : (
        <span>{code}</span>
      )}
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
  user: Pick<UserDetail, 'id' | 'invite' | 'phone'>;
  /** That the person was created. */
  title: string;
  /** Name, role and office. */
  who: string;
  onClose: () => void;
}

/** After a creation: how the person signs in for the first time, and the code for it. */
export function InviteResult({ user, title, who, onClose }: InviteResultProps) {
  const smsLeaves = useSmsLeaves();
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Note kind="ok" role="status">
          {who}
        </Note>
        <div>
          <h3 className="hint medium below-4">Invite code</h3>
          <InviteCode user={user} big />
        </div>
        <div>
          <h3 className="hint medium below-4">How they sign in for the first time</h3>
          <List type="ordered" listStyleType="decimal" fz="inherit" lh="inherit">
            <List.Item>They open {`${window.location.origin}/login`}.</List.Item>
            <List.Item>They choose “First time here? Use your invite code”.</List.Item>
            <List.Item>
              They enter their phone number, {formatPhone(user.phone)}, and this code, and choose a password of their
              own.
            </List.Item>
          </List>
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
