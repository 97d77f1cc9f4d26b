import { NATION } from '@ec/contract/geography/location-id';
import type { Moderator } from '@ec/contract/moderators/schemas';
import { ROLES } from '@ec/contract/permissions/roles';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { Form, FormButtons } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { useServerForm } from '../../../components/form/use-server-form.ts';
import { PersonLine } from '../../../domain/people/PersonLine.tsx';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { savePrivileges, useModeratorChange } from '../api.ts';
import { areaText, fieldAt, FORM_ID, PRIVILEGE_FIELDS } from '../labels.ts';
import { nothingTicked, privilegeProblems, requestOf, sameValues, valuesOf } from './privilege-form.ts';
import { PrivilegeFields } from './PrivilegeFields.tsx';
import { ReviewNote } from '../ModeratorParts.tsx';
import { isExpired } from '../summary.ts';

/** How the moderator's whole area reads in a sentence. */
export const wholeOf = ({ assignment }: Moderator): string =>
  !assignment || assignment.id === NATION ? 'the whole nation' : assignment.name;

/** Changes what a moderator may do; it holds from their next call on. */
export function PrivilegesDialog({ moderator, onClose }: { moderator: Moderator; onClose: () => void }) {
  const { id, name, role, assignment, privileges } = moderator;
  const form = useServerForm({
    id: FORM_ID,
    start: valuesOf(privileges),
    version: JSON.stringify(privileges),
    fields: PRIVILEGE_FIELDS,
    at: fieldAt,
    check: (values) => privilegeProblems(values, new Date()),
    body: (values) => ({ id, body: { privileges: requestOf(values, role) } }),
    request: useModeratorChange(savePrivileges),
    failed: 'Failed to update privileges',
    onDone: () => {
      notifySuccess(`Privileges of ${name} updated`);
      onClose();
    },
  });
  const needsReview = privileges?.needsReview ?? false;
  const dirty = !sameValues(form.values, form.base);
  return (
    <FormDialog title="Edit privileges" about={`the privileges of ${name}`} onClose={onClose} size={820}>
      <Form label={`Privileges of ${name}`} form={{ ...form, dirty }}>
        <PersonLine person={moderator} detail={`${ROLES[role].title}, ${areaText(assignment)}`} />
        <ConflictNote conflict={form.conflict} did="has changed these privileges" theirs="Start from what holds now">
          {' What you save replaces their change.'}
        </ConflictNote>
        {isExpired(privileges) && (
          <Note kind="warn">
            The time of these privileges is over, so nothing is granted now. Choose a new end, or none.
          </Note>
        )}
        {needsReview && <ReviewNote />}
        <PrivilegeFields
          values={form.values}
          grantee={{ role, area: assignment?.id ?? null }}
          whole={wholeOf(moderator)}
          problems={form.errors}
          onChange={(next, changed) => form.set(next, ...changed)}
        />
        <FormButtons
          form={form}
          submit="Save privileges"
          blocked={dirty || needsReview ? nothingTicked(form.values, role) : 'Nothing has been changed yet.'}
        />
      </Form>
    </FormDialog>
  );
}
