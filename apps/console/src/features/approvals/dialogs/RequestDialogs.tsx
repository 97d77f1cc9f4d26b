import { ApproveDialog } from './ApproveDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { RequestInfoDialog } from './RequestInfoDialog.tsx';
import type { Kept, Task } from '../tasks.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

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
