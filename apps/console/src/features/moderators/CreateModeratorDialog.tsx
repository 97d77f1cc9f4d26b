import type { Moderator } from '@ec/contract/moderators';
import { ROLES } from '@ec/contract/roles';
import { ASSIGNED_FIELDS, PLACE_TITLES, type PlaceField } from '@ec/contract/users';
import { Button, Select } from '@mantine/core';
import { FieldGroup, FieldRow, Form, FormHint, ReasonedFoot } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { PlaceFields } from '../../components/PlaceFields.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { PLACE_LEVELS } from '../../lib/use-places.ts';
import { ROLE_OPTIONS } from './labels.ts';
import styles from './moderators.module.css';
import { missingText, PersonFields } from './PersonFields.tsx';
import { PrivilegeFields } from './PrivilegeFields.tsx';
import { type CreateForm, granteeOf, levelsOf, useCreateForm } from './use-create-form.ts';
import { fieldId } from './use-problems.ts';

const byLevel = <T,>(make: (level: PlaceField) => T) =>
  Object.fromEntries(PLACE_LEVELS.map((level) => [level, make(level)])) as Record<PlaceField, T>;
const PLACE_IDS = byLevel((level) => fieldId(ASSIGNED_FIELDS[level]));

export function notifyCreated({ id, name }: Pick<Moderator, 'id' | 'name'>): void {
  notifySuccess('Moderator created successfully!', { link: { to: `/users/${id}`, label: `Open ${name}` } });
}

function Office({ form }: { form: CreateForm }) {
  const { values, problems } = form;
  const { role } = values;
  const levels = levelsOf(role);
  const depth = levels.at(-1);
  return (
    <FieldGroup legend="Role and place">
      <FieldRow>
        <Select
          id={fieldId('role')}
          label="Role"
          required
          data={ROLE_OPTIONS}
          value={role}
          onChange={(next) => next && form.move({ role: next })}
          allowDeselect={false}
          error={problems.problems['role']}
          classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
        />
      </FieldRow>
      {depth ? (
        <>
          <FormHint>
            A {ROLES[role].title} is assigned to one {PLACE_TITLES[ROLES[role].assignment].toLowerCase()}.
          </FormHint>
          <PlaceFields
            value={values.places}
            onChange={(places) => form.move({ places })}
            depth={depth}
            required={levels}
            errors={byLevel((level) => problems.problems[ASSIGNED_FIELDS[level]])}
            ids={PLACE_IDS}
          />
        </>
      ) : (
        <FormHint>A {ROLES[role].title} acts in the whole nation, unless held to parts of it below.</FormHint>
      )}
    </FieldGroup>
  );
}

function ModeratorForm({ form, onCancel }: { form: CreateForm; onCancel: () => void }) {
  const { values, problems, busy } = form;
  const missing = missingText(values.person, 'to create the moderator');
  const grantee = granteeOf(values);
  const whole = grantee.role === 'global_moderator' ? 'the whole nation' : 'their whole area';
  return (
    <Form
      label="New moderator"
      onSubmit={() => {
        if (!missing) form.submit();
      }}
    >
      <FormErrorSummary {...problems.summary} />
      <FieldGroup legend="Person">
        <PersonFields values={values.person} problems={problems.problems} onChange={form.setPerson} />
        <FormHint>
          They get an invite code by SMS, with which they choose a password of their own. It also stands in their user
          details.
        </FormHint>
      </FieldGroup>
      <Office form={form} />
      <PrivilegeFields
        values={values.privileges}
        grantee={grantee}
        whole={whole}
        problems={problems.problems}
        onChange={form.setPrivileges}
      />
      <ReasonedFoot reason={missing}>
        {(reasonId) => (
          <>
            <Button variant="default" onClick={onCancel} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={missing !== undefined} aria-describedby={reasonId}>
              Create Moderator
            </Button>
          </>
        )}
      </ReasonedFoot>
    </Form>
  );
}

/** Creates a moderator with their place and privileges in one step. */
export function CreateModeratorDialog({ onClose }: { onClose: () => void }) {
  const form = useCreateForm((moderator) => {
    notifyCreated(moderator);
    onClose();
  });
  return (
    <FormDialog
      title="Create Moderator"
      dirty={form.dirty}
      about="the new moderator"
      onClose={onClose}
      size={820}
      busy={form.busy}
    >
      {(close) => <ModeratorForm form={form} onCancel={close} />}
    </FormDialog>
  );
}
