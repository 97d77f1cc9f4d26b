import { NATION } from '@ec/contract/location-id';
import type { Moderator } from '@ec/contract/moderators';
import { ROLES } from '@ec/contract/roles';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Form, ReasonedFoot } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { OvertakenNote } from '../../components/OvertakenNote.tsx';
import { PersonLine } from '../../components/PersonLine.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { savePrivileges, useModeratorChange } from './api.ts';
import { areaText } from './labels.ts';
import { privilegeProblems, requestOf, sameValues, valuesOf } from './privilege-form.ts';
import { PRIVILEGE_FIELDS, PrivilegeFields } from './PrivilegeFields.tsx';
import { isExpired } from './summary.ts';
import { useProblems } from './use-problems.ts';

/** How the moderator's whole area reads in a sentence. */
export const wholeOf = ({ assignment }: Moderator): string =>
  !assignment || assignment.id === NATION ? 'the whole nation' : assignment.name;

/** Changes what a moderator may do; it holds from their next call on. */
export function PrivilegesDialog({ moderator, onClose }: { moderator: Moderator; onClose: () => void }) {
  const [start, setStart] = useState(() => valuesOf(moderator.privileges));
  const [values, setValues] = useState(start);
  const held = valuesOf(moderator.privileges);
  const overtaken = !sameValues(held, start);
  const problems = useProblems(PRIVILEGE_FIELDS);
  const save = useModeratorChange(savePrivileges);
  const unchanged = sameValues(values, start);
  const { id, name, role, assignment } = moderator;

  const takeOver = () => {
    setStart(held);
    setValues(held);
  };
  const submit = () => {
    if (unchanged || !problems.check(privilegeProblems(values, new Date()))) return;
    save.mutate(
      { id, body: { privileges: requestOf(values, role) } },
      {
        onSuccess: () => {
          notifySuccess(`Privileges of ${name} updated`);
          onClose();
        },
        onError: (error) => problems.failed(error, 'Failed to update privileges'),
      },
    );
  };
  return (
    <FormDialog
      title="Edit privileges"
      dirty={!unchanged}
      busy={save.isPending}
      about={`the privileges of ${name}`}
      onClose={onClose}
      size={820}
    >
      {(close) => (
        <Form label={`Privileges of ${name}`} onSubmit={submit}>
          <FormErrorSummary {...problems.summary} />
          <PersonLine person={moderator} detail={`${ROLES[role].title}, ${areaText(assignment)}`} />
          {overtaken && (
            <OvertakenNote label="Start from what holds now" onTakeOver={takeOver}>
              Somebody else has changed these privileges since you opened the form. What you save replaces their change.
            </OvertakenNote>
          )}
          {isExpired(moderator.privileges) && (
            <Note kind="warn">
              The time of these privileges is over, so nothing is granted now. Choose a new end, or none.
            </Note>
          )}
          <PrivilegeFields
            values={values}
            grantee={{ role, area: assignment?.id ?? null }}
            whole={wholeOf(moderator)}
            problems={problems.problems}
            onChange={(next, changed) => {
              setValues(next);
              problems.clear(...changed);
            }}
          />
          <ReasonedFoot reason={unchanged ? 'Nothing has been changed yet.' : undefined}>
            {(reasonId) => (
              <>
                <Button variant="default" onClick={close} disabled={save.isPending}>
                  Cancel
                </Button>
                <Button type="submit" loading={save.isPending} disabled={unchanged} aria-describedby={reasonId}>
                  Save privileges
                </Button>
              </>
            )}
          </ReasonedFoot>
        </Form>
      )}
    </FormDialog>
  );
}
