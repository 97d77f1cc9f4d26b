import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { ActDialog } from './ActDialog.tsx';
import type { TaskDialogProps } from './ApproveDialog.tsx';
import { refusalEffect } from '../labels.ts';

const mayWithdraw = (request: ApprovalRequest) => request.can.cancel;

export function WithdrawDialog({ request, onClose }: TaskDialogProps) {
  return (
    <ActDialog
      request={request}
      title="Withdraw your request?"
      confirmLabel="Withdraw Request"
      danger
      allowed={mayWithdraw}
      act={() => ({ act: 'cancel' })}
      failure="Failed to withdraw request"
      success="Request withdrawn"
      onDone={() => undefined}
      onClose={onClose}
    >
      <div>Nobody decides on it any more. {refusalEffect(request)}</div>
    </ActDialog>
  );
}
