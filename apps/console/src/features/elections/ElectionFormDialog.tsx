import type { Election } from '@ec/contract/elections/schemas';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { notifySuccess } from '../../lib/hooks/notify.ts';
import { ElectionForm } from './ElectionForm.tsx';

interface ElectionFormDialogProps {
  election: Election | null;
  onClose: () => void;
}

/** The one form for a new election and for changes. */
export function ElectionFormDialog({ election, onClose }: ElectionFormDialogProps) {
  const saved = (done: Election) => {
    const link = { to: `/elections?view=${done.id}`, label: `View ${done.name}` };
    notifySuccess(election ? 'Election saved.' : 'Election created successfully!', { link });
    onClose();
  };
  return (
    <FormDialog
      title={election ? `Edit ${election.name}` : 'Create Election'}
      about={election ? election.name : 'the new election'}
      onClose={onClose}
    >
      <ElectionForm election={election} onSaved={saved} />
    </FormDialog>
  );
}
