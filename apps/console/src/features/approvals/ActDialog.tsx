import type { ApprovalRequest } from '@ec/contract/approvals';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { type Act, useAct } from './api.ts';
import { DecidedNote } from './DecidedNote.tsx';
import { Failure } from './Failure.tsx';
import { requestTitle, shortId } from './labels.ts';
import { useFresh } from './use-fresh.ts';

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
  const over = !doing.isPending && !doing.isSuccess && request.status !== 'PENDING';
  const gone = !doing.isPending && !doing.isSuccess && !over && !props.allowed(request);
  const blocked = over ? 'It has been decided meanwhile' : gone ? 'You can no longer do this' : props.blocked;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={send}
      title={title}
      confirmLabel={confirmLabel}
      busy={doing.isPending}
      danger={danger}
      blocked={blocked}
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
