import type { PersonLink } from '@ec/contract/base/common';
import type { DisputeDetail } from '@ec/contract/disputes/schemas';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../components/form/ConfirmModal.tsx';
import { notifyError, notifySuccess } from '../../lib/hooks/notify.ts';
import { personText } from '../../domain/people/person-text.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { useReturnFocus } from '../../lib/hooks/focus.ts';
import { useAssign } from './api.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { isOvertaken, offeredResolutions, type Overtaken, unitText } from './labels.ts';

interface AssigneeActionsProps {
  dispute: DisputeDetail;
  onOvertaken: (overtaken: Overtaken | null) => void;
}

/** Assigns the dispute to the user, to another person who could resolve it, or to no one. */
export function AssigneeActions({ dispute, onOvertaken }: AssigneeActionsProps) {
  const { user } = useCurrentMe();
  const [dialog, setDialog] = useState<'assign' | 'back' | null>(null);
  const assign = useAssign(dispute.id);
  const { assignee } = dispute;
  const mayTake = assignee?.id !== user.id && offeredResolutions(dispute).length > 0;

  const rememberFocus = useReturnFocus(dialog !== null);
  const open = (next: 'assign' | 'back') => {
    rememberFocus();
    assign.reset();
    setDialog(next);
  };
  const give = (to: PersonLink | null) => {
    onOvertaken(null);
    assign.mutate(to && to.id, {
      onSuccess: () => {
        setDialog(null);
        const whose = to ? `assigned to ${to.id === user.id ? 'you' : to.name}` : 'unassigned now';
        notifySuccess(`The dispute about ${unitText(dispute)} is ${whose}.`, {
          link: { to: `/disputes/${dispute.id}`, label: 'Open the dispute' },
        });
      },
      onError: (error) => {
        if (isOvertaken(error)) {
          setDialog(null);
          onOvertaken({ error, typed: '' });
        } else if (!dialog) notifyError(error);
      },
    });
  };
  return (
    <>
      <div className="row roomy above-8">
        {mayTake && (
          <Button variant="default" loading={assign.isPending && !dialog} onClick={() => give(user)}>
            Take it myself
          </Button>
        )}
        <Button variant="default" onClick={() => open('assign')}>
          {assignee ? 'Reassign' : 'Assign'}
        </Button>
        {assignee && (
          <Button variant="default" onClick={() => open('back')}>
            {assignee.id === user.id ? 'Unassign me' : 'Unassign'}
          </Button>
        )}
      </div>
      {dialog === 'assign' && (
        <AssignDialog
          dispute={dispute}
          pending={assign.isPending ? (assign.variables ?? null) : null}
          error={assign.error}
          onGive={give}
          onClose={() => setDialog(null)}
        />
      )}
      {assignee && (
        <ConfirmModal
          opened={dialog === 'back'}
          onClose={() => setDialog(null)}
          onConfirm={() => give(null)}
          title={assignee.id === user.id ? 'Unassign yourself from this dispute?' : 'Unassign this dispute?'}
          confirmLabel={assignee.id === user.id ? 'Unassign me' : 'Unassign'}
          error={assign.error}
          busy={assign.isPending}
        >
          <p style={{ margin: 0 }}>
            {personText(assignee)} is no longer assigned to the dispute about {unitText(dispute)}. It is unassigned
            until a user takes it or is assigned.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}
