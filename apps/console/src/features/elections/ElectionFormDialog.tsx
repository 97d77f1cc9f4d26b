import type { Election } from '@ec/contract/elections';
import { useState } from 'react';
import { UNTOUCHED } from '../../components/form-standing.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { ElectionForm } from './ElectionForm.tsx';

interface ElectionFormDialogProps {
  election: Election | null;
  onClose: () => void;
}

/** The one form for a new election and for changes. */
export function ElectionFormDialog({ election, onClose }: ElectionFormDialogProps) {
  const [standing, setStanding] = useState(UNTOUCHED);
  const saved = (done: Election) => {
    setStanding(UNTOUCHED);
    const link = { to: `/elections?view=${done.id}`, label: `View ${done.name}` };
    notifySuccess(election ? 'Election saved.' : 'Election created successfully!', { link });
    onClose();
  };
  return (
    <FormDialog
      title={election ? `Edit ${election.name}` : 'Create Election'}
      {...standing}
      about={election ? election.name : 'the new election'}
      onClose={onClose}
    >
      {(close) => <ElectionForm election={election} onStanding={setStanding} onCancel={close} onSaved={saved} />}
    </FormDialog>
  );
}
