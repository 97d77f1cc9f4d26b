import type { ApprovalRequest } from '@ec/contract/approvals/schemas';
import { Textarea } from '@mantine/core';
import { approvalEffect, refusalEffect } from '../labels.ts';
import { Differences } from '../RequestFacts.tsx';
import type { Kept, Task, TaskDialogProps } from '../tasks.ts';
import { ActDialog } from './ActDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { RequestInfoDialog } from './RequestInfoDialog.tsx';
import { useActForm } from './use-act-form.ts';

const mayApprove = ({ can }: ApprovalRequest) => can.decide && !can.refusal;

function ApproveDialog({ request, kept, onClose }: TaskDialogProps) {
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

const mayWithdraw = (request: ApprovalRequest) => request.can.cancel;

function WithdrawDialog({ request, kept, onClose }: TaskDialogProps) {
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
      <div>It is no longer decided. {refusalEffect(request)}</div>
    </ActDialog>
  );
}

const mayDecide = (request: ApprovalRequest) => request.can.decide;

function RejectDialog({ request, kept, onClose }: TaskDialogProps) {
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
        description={`${request.requestingUserName} is notified with the reason.`}
        required
        data-autofocus
        rows={3}
        maxLength={1000}
        {...form.field('words')}
      />
    </ActDialog>
  );
}

const DIALOGS = {
  approve: ApproveDialog,
  reject: RejectDialog,
  'request-info': RequestInfoDialog,
  withdraw: WithdrawDialog,
};

interface RequestDialogsProps {
  /** Id of the request whose details are open; '' for none. */
  viewing: string;
  onView: (id: string) => void;
  task: Task | null;
  onTask: (task: Task | null) => void;
  kept: Kept;
}

/** The details of a request, and over them, or over the list, the dialog of what is being done. */
export function RequestDialogs({ viewing, onView, task, onTask, kept }: RequestDialogsProps) {
  const Dialog = task && DIALOGS[task.act];
  return (
    <>
      {viewing && (
        <DetailsDialog
          key={viewing}
          id={viewing}
          kept={kept}
          covered={task !== null}
          onTask={onTask}
          onClose={() => onView('')}
        />
      )}
      {Dialog && (
        <Dialog
          key={`${task.act} ${task.request.id}`}
          request={task.request}
          kept={kept}
          onClose={() => onTask(null)}
        />
      )}
    </>
  );
}
