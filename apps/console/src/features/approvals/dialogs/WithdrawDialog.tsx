import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { ActDialog } from './ActDialog.tsx';
import { refusalEffect } from '../labels.ts';
import type { TaskDialogProps } from '../tasks.ts';
import { useActForm } from './use-act-form.ts';

const mayWithdraw = (request: ApprovalRequest) => request.can.cancel;

export function WithdrawDialog({ request, kept, onClose }: TaskDialogProps) {
  const form = useActForm({
    id: 'withdraw',
    request,
    kept,
    act: () => ({ act: 'cancel' }),
    failed: 'Failed to withdraw request',
    success: 'Request withdrawn',
    onDone: onClose,
  });
  return (
    <ActDialog
      request={request}
      form={form}
      title="Withdraw your request?"
      confirmLabel="Withdraw Request"
      danger
      allowed={mayWithdraw}
      onClose={onClose}
    >
      <div>Nobody decides on it any more. {refusalEffect(request)}</div>
    </ActDialog>
  );
}
