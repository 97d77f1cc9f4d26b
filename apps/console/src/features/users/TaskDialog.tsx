import { latePart } from '../../components/page/late-part.tsx';
import { ActDialog } from './ActDialog.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import type { DialogTask } from './tasks.ts';
import { StatusDialog } from './bulk/StatusDialog.tsx';

/** A separate chunk, which few users load. */
const BulkImport = latePart(async () => (await import('./import/BulkImport.tsx')).BulkImport, 'The import');

interface TaskDialogProps {
  task: DialogTask;
  onClose: () => void;
  /** Closes the details of a deleted user. */
  onDeleted: (() => void) | undefined;
  /** Called once several were changed. */
  onChanged: () => void;
}

/** The dialog of the chosen action. */
export function TaskDialog({ task, onClose, onDeleted, onChanged }: TaskDialogProps) {
  switch (task.act) {
    case 'reset':
      return <ResetPasswordDialog user={task.user} onClose={onClose} />;
    case 'request':
      return <RequestDialog kind={task.kind} user={task.user} onClose={onClose} />;
    case 'import':
      return <BulkImport opened onClose={onClose} />;
    case 'status':
      return <StatusDialog {...task} onDone={onChanged} onClose={onClose} />;
    default:
      return <ActDialog act={task.act} user={task.user} onClose={onClose} onDeleted={onDeleted} />;
  }
}
