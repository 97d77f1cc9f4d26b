import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { ActDialog } from './ActDialog.tsx';
import { Differences } from './Differences.tsx';
import { approvalEffect } from '../labels.ts';
import { type Kept, useKeptText } from '../tasks.ts';

export interface TaskDialogProps {
  request: ApprovalRequest;
  kept: Kept;
  onClose: () => void;
}

const mayApprove = ({ can }: ApprovalRequest) => can.decide && !can.refusal;

export function ApproveDialog({ request, kept, onClose }: TaskDialogProps) {
  const key = `approve ${request.id}`;
  const [comment, setComment] = useKeptText(kept, key);
  return (
    <ActDialog
      request={request}
      title="Approve this request?"
      confirmLabel="Approve"
      danger={request.requestType === 'USER_DELETION'}
      allowed={mayApprove}
      act={() => ({ act: 'approve', comment: comment.trim() })}
      failure="Failed to approve request"
      success="Request approved"
      onDone={() => kept.delete(key)}
      onClose={onClose}
    >
      <div>{approvalEffect(request)}</div>
      <Differences request={request} />
      <Textarea
        label="Comment"
        description="Optional. It stays with the request."
        rows={2}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
