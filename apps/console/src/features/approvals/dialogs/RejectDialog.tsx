import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { ActDialog } from './ActDialog.tsx';
import { refusalEffect } from '../labels.ts';
import type { TaskDialogProps } from '../tasks.ts';
import { useActForm } from './use-act-form.ts';

const mayDecide = (request: ApprovalRequest) => request.can.decide;

export function RejectDialog({ request, kept, onClose }: TaskDialogProps) {
  const form = useActForm({
    id: 'reject',
    request,
    kept,
    act: ({ words }) => ({ act: 'reject', reason: words.trim() }),
    failed: 'Failed to reject request',
    success: 'Request rejected',
    onDone: onClose,
  });
  return (
    <ActDialog
      request={request}
      form={form}
      title="Reject this request?"
      confirmLabel="Reject"
      danger
      blocked={form.values.words.trim() === '' ? 'Give a reason first' : undefined}
      allowed={mayDecide}
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
        {...form.field('words')}
      />
    </ActDialog>
  );
}
