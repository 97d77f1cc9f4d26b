import type { UserDetail } from '@ec/contract/users/schemas';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Note } from '../../components/page/Note.tsx';
import { errorMessage } from '../../lib/http/api-error.ts';
import { formatExact } from '../../lib/format/format.ts';
import { revealInvite } from './api.ts';
import { CopyCode } from './CopyCode.tsx';

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
        <Button size="sm" variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
          Show invite code
        </Button>
      ) : (
        <span>
          {invite.by ? `Only ${invite.by}, who invited them, sees the code.` : 'The code was sent to their phone.'}
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
