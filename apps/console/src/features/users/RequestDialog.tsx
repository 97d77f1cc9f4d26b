import type { RequestKind } from '@ec/contract/approvals/schemas';
import { isSecondPersonRole } from '@ec/contract/permissions/roles';
import type { SettableStatus, User } from '@ec/contract/users/schemas';
import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FieldRow, FormHint } from '../../components/form/Form.tsx';
import { summaryQuery } from './api.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useOffers } from './tasks.ts';
import { ReasonForm } from './ReasonForm.tsx';
import type { Done } from './form/use-user-form.ts';
import { ExistingUserForm, NewUserForm, showOutcome } from './form/UserFormDialog.tsx';
import { UserPicker } from '../../domain/people/UserPicker.tsx';

const KINDS: Record<RequestKind, string> = {
  create: 'Create a user',
  modify: 'Modify a user',
  delete: 'Delete a user',
  deactivate: 'Deactivate a user',
};

/** Whether a request of the kind can be raised about the person. */
function mayRequest(kind: RequestKind, { can, status, role }: User): boolean {
  if (kind === 'modify') return can.edit === 'request' || (can.edit === 'direct' && isSecondPersonRole(role));
  if (kind === 'delete') return can.delete === 'request';
  return kind === 'deactivate' && can.deactivate === 'request' && status === 'ACTIVE';
}

interface RequestDialogProps {
  kind: RequestKind;
  /** The user that it concerns; null to choose one. */
  user: User | null;
  status: SettableStatus | undefined;
  onClose: () => void;
}

/** Requests that a user is created, modified, deactivated or deleted; an approver decides. */
export function RequestDialog({ kind: first, user: about, status, onClose }: RequestDialogProps) {
  const [kind, setKind] = useState(first);
  const [chosen, setChosen] = useState(about);
  const { requests } = useOffers(useQuery(summaryQuery).data);
  const kinds = (Object.keys(KINDS) as RequestKind[]).filter((each) =>
    about ? mayRequest(each, about) : each === first || requests.includes(each),
  );
  const user = chosen && kind !== 'create' && mayRequest(kind, chosen) ? chosen : null;
  const done = (outcome: Done) => {
    showOutcome(outcome, kind === 'create');
    onClose();
  };
  return (
    <FormDialog title="New request" about="this request" onClose={onClose}>
      <Stack gap="md">
        <FieldRow>
          <Select
            label="Request type"
            required
            data={kinds.map((value) => ({ value, label: KINDS[value] }))}
            value={kind}
            onChange={(next) => next && setKind(next)}
            allowDeselect={false}
          />
          {!about && kind !== 'create' && (
            <UserPicker value={user} onChange={setChosen} may={(each) => mayRequest(kind, each)} />
          )}
        </FieldRow>
        {kind === 'create' && <NewUserForm path="request" onDone={done} />}
        {kind === 'modify' && user && (
          <ExistingUserForm key={user.id} id={user.id} path="request" status={status} onDone={done} />
        )}
        {(kind === 'delete' || kind === 'deactivate') && user && (
          <ReasonForm key={user.id} kind={kind} user={user} onDone={onClose} />
        )}
        {kind !== 'create' && !user && <FormHint news>Choose whom the request is about.</FormHint>}
      </Stack>
    </FormDialog>
  );
}
