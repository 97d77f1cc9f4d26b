import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { ActDialog } from './ActDialog.tsx';
import { Differences } from './Differences.tsx';
import { approvalEffect } from '../labels.ts';
import type { TaskDialogProps } from '../tasks.ts';
import { useActForm } from './use-act-form.ts';

const mayApprove = ({ can }: ApprovalRequest) => can.decide && !can.refusal;

export function ApproveDialog({ request, kept, onClose }: TaskDialogProps) {
  const form = useActForm({
    id: 'approve',
    request,
    kept,
    act: ({ words }) => ({ act: 'approve', comment: words.trim() }),
    failed: 'Failed to approve request',
    success: 'Request approved',
    onDone: onClose,
  });
  return (
    <ActDialog
      request={request}
      form={form}
      title="Approve this request?"
      confirmLabel="Approve"
      danger={request.requestType === 'USER_DELETION'}
      allowed={mayApprove}
      onClose={onClose}
    >
      <div>{approvalEffect(request)}</div>
      <Differences request={request} />
      <Textarea
        label="Comment"
        description="Optional. It stays with the request."
        rows={2}
        maxLength={1000}
        {...form.field('words')}
      />
    </ActDialog>
  );
}
