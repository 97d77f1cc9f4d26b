import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmForm } from '../../../components/form/ConfirmModal.tsx';
import type { FormFrame } from '../../../components/form/use-server-form.ts';
import { Note } from '../../../components/page/Note.tsx';
import { approvalQuery } from '../api.ts';
import { decisionText, requestTitle, shortId } from '../labels.ts';

/** The request as it stands now, not as it stood when its dialog was opened: others may decide meanwhile. */
function useFresh(request: ApprovalRequest): ApprovalRequest {
  return useQuery(approvalQuery(request.id)).data ?? request;
}

interface ActDialogProps {
  request: ApprovalRequest;
  form: FormFrame;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  /** Why it cannot be sent yet. */
  blocked?: string | undefined;
  /** Whether the reader may still do it, as the request stands now. */
  allowed: (request: ApprovalRequest) => boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Why nothing can be done about the request any more, where that is so. */
function tooLate({ status }: ApprovalRequest, allowed: boolean): string | undefined {
  if (status === 'CANCELLED') return 'It has been withdrawn meanwhile';
  if (status !== 'PENDING') return 'It has been decided meanwhile';
  return allowed ? undefined : 'You can no longer do this';
}

/** The confirmation dialog of an action on a request. It stays open, with what was typed, until the server has accepted it. */
export function ActDialog(props: ActDialogProps) {
  const { form, title, confirmLabel, danger = false, onClose, children } = props;
  const request = useFresh(props.request);
  // The change by this dialog itself is not reported as a change by others.
  const over = !form.busy && request.status !== 'PENDING';
  const late = form.busy ? undefined : tooLate(request, props.allowed(request));
  return (
    <ConfirmForm
      form={form}
      onClose={onClose}
      title={title}
      confirmLabel={confirmLabel}
      danger={danger}
      blocked={late ?? props.blocked}
    >
      <div>
        {requestTitle(request)} · <code>{shortId(request.id)}</code>
      </div>
      {over && <DecidedNote request={request} />}
      {children}
    </ConfirmForm>
  );
}

/** Says that there is nothing left to decide, who decided, and how. */
export function DecidedNote({ request }: { request: ApprovalRequest }) {
  if (request.status === 'PENDING') return null;
  return (
    <Note kind={request.status === 'APPROVED' ? 'ok' : 'info'} role="status">
      <strong>{request.status === 'CANCELLED' ? 'This request is closed.' : 'This request has been decided.'}</strong>{' '}
      {decisionText(request)}
      {request.rejectionReason && <div>Reason: {request.rejectionReason}</div>}
    </Note>
  );
}
