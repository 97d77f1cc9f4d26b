import type { RequestKind } from '@ec/contract/approvals/schemas';
import { isSecondPersonRole } from '@ec/contract/permissions/roles';
import type { User } from '@ec/contract/users/schemas';
import { Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { FieldRow, FormFoot, FormHint } from '../../components/form/Form.tsx';
import { summaryQuery } from './api.ts';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { editPage, useOffers } from './tasks.ts';
import { ReasonForm } from './ReasonForm.tsx';
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
  onClose: () => void;
}

/** Requests that a user is deactivated or deleted, and leads to the form for one who is to be created or modified; an approver decides. */
export function RequestDialog({ kind: first, user: about, onClose }: RequestDialogProps) {
  const [kind, setKind] = useState(first);
  const [chosen, setChosen] = useState(about);
  const { requests } = useOffers(useQuery(summaryQuery).data);
  const kinds = (Object.keys(KINDS) as RequestKind[]).filter((each) =>
    about ? mayRequest(each, about) : each === first || requests.includes(each),
  );
  const user = chosen && kind !== 'create' && mayRequest(kind, chosen) ? chosen : null;
  const list = useLocation().search;
  const page = kind === 'create' ? '/users/new?as=request' : kind === 'modify' && user && editPage(user, {}).to;
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
        {page && (
          <FormFoot>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button component={Link} to={page} state={{ list }}>
              Continue
            </Button>
          </FormFoot>
        )}
        {(kind === 'delete' || kind === 'deactivate') && user && (
          <ReasonForm key={user.id} kind={kind} user={user} onDone={onClose} />
        )}
        {kind !== 'create' && !user && <FormHint news>Choose whom the request is about.</FormHint>}
      </Stack>
    </FormDialog>
  );
}
