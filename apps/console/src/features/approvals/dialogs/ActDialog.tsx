import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmModal } from '../../../components/form/ConfirmModal.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { type Act, useAct } from '../api.ts';
import { DecidedNote } from '../DecidedNote.tsx';
import { Failure } from '../Failure.tsx';
import { requestTitle, shortId } from '../labels.ts';
import { useFresh } from '../use-fresh.ts';

interface ActDialogProps {
  request: ApprovalRequest;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  /** Why it cannot be sent yet. */
  blocked?: string | undefined;
  /** Whether the reader may still do it, as the request stands now. */
  allowed: (request: ApprovalRequest) => boolean;
  act: () => Act;
  failure: string;
  success: string;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Why nothing can be done about the request any more, where that is so. */
function tooLate({ status }: ApprovalRequest, allowed: boolean): string | undefined {
  if (status === 'CANCELLED') return 'It has been withdrawn meanwhile';
  if (status !== 'PENDING') return 'It has been decided meanwhile';
  return allowed ? undefined : 'You can no longer do this';
}

/** The question before something is done about a request. It stays open, with what was typed, until the server has taken it. */
export function ActDialog(props: ActDialogProps) {
  const { title, confirmLabel, danger = false, act, failure, success, onDone, onClose, children } = props;
  const request = useFresh(props.request);
  const doing = useAct(request.id);
  const send = () =>
    doing.mutate(act(), {
      onSuccess: () => {
        notifySuccess(`${success}: ${requestTitle(request)}.`, {
          link: { to: `/approvals?request=${request.id}`, label: 'View request' },
        });
        onDone();
        onClose();
      },
    });
  // What it becomes by being sent from here is no news.
  const sent = doing.isPending || doing.isSuccess;
  const over = !sent && request.status !== 'PENDING';
  const late = sent ? undefined : tooLate(request, props.allowed(request));
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={send}
      title={title}
      confirmLabel={confirmLabel}
      busy={doing.isPending}
      danger={danger}
      blocked={late ?? props.blocked}
    >
      <Stack gap="sm">
        <div>
          {requestTitle(request)} · <code>{shortId(request.id)}</code>
        </div>
        {over && <DecidedNote request={request} />}
        {children}
        <Failure title={failure} error={doing.error} />
      </Stack>
    </ConfirmModal>
  );
}
