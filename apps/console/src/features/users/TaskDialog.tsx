import { Suspense } from 'react';
import { ActDialog } from './ActDialog.tsx';
import { BulkImport } from './bulk-import.ts';
import { RequestDialog } from './RequestDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import type { Task } from './tasks.ts';
import { UserFormDialog } from './UserFormDialog.tsx';

interface TaskDialogProps {
  task: Task;
  onClose: () => void;
  /** Leaves the details of somebody who is gone. */
  onDeleted: (() => void) | undefined;
}

/** The dialog of what the reader is about to do. */
export function TaskDialog({ task, onClose, onDeleted }: TaskDialogProps) {
  switch (task.act) {
    case 'create':
      return <UserFormDialog user={null} onClose={onClose} />;
    case 'edit':
      return <UserFormDialog user={task.user} onClose={onClose} />;
    case 'reset':
      return <ResetPasswordDialog user={task.user} onClose={onClose} />;
    case 'request':
      return <RequestDialog kind={task.kind} user={task.user} status={task.status} onClose={onClose} />;
    case 'import':
      return BulkImport ? (
        <Suspense>
          <BulkImport opened onClose={onClose} />
        </Suspense>
      ) : null;
    default:
      return <ActDialog act={task.act} user={task.user} onClose={onClose} onDeleted={onDeleted} />;
  }
}
