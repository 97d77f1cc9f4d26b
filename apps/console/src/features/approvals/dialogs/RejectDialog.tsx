import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { ActDialog } from './ActDialog.tsx';
import type { TaskDialogProps } from './ApproveDialog.tsx';
import { refusalEffect } from '../labels.ts';
import { useKeptText } from '../tasks.ts';

const mayDecide = (request: ApprovalRequest) => request.can.decide;

export function RejectDialog({ request, kept, onClose }: TaskDialogProps) {
  const key = `reject ${request.id}`;
  const [reason, setReason] = useKeptText(kept, key);
  return (
    <ActDialog
      request={request}
      title="Reject this request?"
      confirmLabel="Reject"
      danger
      blocked={reason.trim() === '' ? 'Give a reason first' : undefined}
      allowed={mayDecide}
      act={() => ({ act: 'reject', reason: reason.trim() })}
      failure="Failed to reject request"
      success="Request rejected"
      onDone={() => kept.delete(key)}
      onClose={onClose}
    >
      <div>{refusalEffect(request)}</div>
      <Textarea
        label="Reason"
        description={`${request.requestingUserName} is told why.`}
        required
        data-autofocus
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
