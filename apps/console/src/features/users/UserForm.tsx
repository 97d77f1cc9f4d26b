import { type Role, ROLES } from '@ec/contract/roles';
import { SETTABLE_STATUSES, STATUS_LABELS } from '@ec/contract/users';
import { Button, Select, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { type FormStanding, useFormStanding } from '../../components/form-standing.ts';
import { FieldGroup, FieldRow, Form, FormFoot } from '../../components/Form.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { OvertakenNote } from '../../components/OvertakenNote.tsx';
import { roleOption } from './labels.ts';
import { PlaceSection } from './PlaceSection.tsx';
import { RequestFields } from './RequestFields.tsx';
import { type UserFormOptions, type UserFormState, useUserForm } from './use-user-form.ts';
import { fieldId } from './user-form.ts';
import styles from './users.module.css';

interface UserFormProps extends UserFormOptions {
  onStanding: (standing: FormStanding) => void;
  onCancel: () => void;
}

const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
const SELECT_CLASSES = { input: styles.control ?? '', option: styles.control ?? '' };
const INPUT_CLASSES = { input: styles.control ?? '' };

function BasicSection({ form }: UserFormState) {
  return (
    <FieldGroup legend="Basic Information">
      <FieldRow>
        <TextInput
          id={fieldId('name')}
          label="Full Name"
          required
          maxLength={120}
          data-autofocus
          autoComplete="off"
          classNames={INPUT_CLASSES}
          {...form.getInputProps('name')}
        />
        <TextInput
          id={fieldId('phone')}
          label="Phone Number"
          description="A Nigerian mobile number, like 0803 123 4567"
          required
          type="tel"
          maxLength={32}
          autoComplete="off"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={INPUT_CLASSES}
          {...form.getInputProps('phone')}
        />
        <TextInput
          id={fieldId('firstName')}
          label="First Name"
          maxLength={60}
          autoComplete="off"
          classNames={INPUT_CLASSES}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          id={fieldId('lastName')}
          label="Last Name"
          maxLength={60}
          autoComplete="off"
          classNames={INPUT_CLASSES}
          {...form.getInputProps('lastName')}
        />
        <TextInput
          id={fieldId('email')}
          label="Email"
          type="email"
          maxLength={200}
          autoComplete="off"
          classNames={INPUT_CLASSES}
          {...form.getInputProps('email')}
        />
      </FieldRow>
    </FieldGroup>
  );
}

function RoleSection({ form, setRole, roles }: UserFormState & { roles: readonly Role[] }) {
  return (
    <FieldGroup legend="Role & Status">
      <FieldRow>
        <Select
          id={fieldId('role')}
          label="Role"
          required
          data={roles.map(roleOption)}
          allowDeselect={false}
          classNames={SELECT_CLASSES}
          {...form.getInputProps('role')}
          onChange={(role) => role && setRole(role as Role)}
        />
        <Select
          id={fieldId('status')}
          label="Status"
          data={STATUS_OPTIONS}
          allowDeselect={false}
          classNames={SELECT_CLASSES}
          {...form.getInputProps('status')}
        />
      </FieldRow>
    </FieldGroup>
  );
}

/** The one form for a new person and for changes, sent at once or as a request for approval. */
export function UserForm({ onStanding, onCancel, ...options }: UserFormProps) {
  const state = useUserForm(options);
  const { form, request, problems, attempt, conflict, holders, target, busy } = state;
  useFormStanding({ dirty: form.isDirty(), busy }, onStanding);
  const justification = form.errors['justification'];

  return (
    <Form label={target ? `Edit ${target.name}` : 'New user'} onSubmit={() => state.submit()}>
      <FormErrorSummary problems={problems} attempt={attempt} />
      {conflict && target && (
        <OvertakenNote onTakeOver={() => void state.reload()}>
          Somebody else changed {target.name} since you opened this form. Reload to take over their changes; the fields
          that you changed yourself keep what you typed. Then check them and save again.
        </OvertakenNote>
      )}
      {holders && (
        <Note kind="info">
          <Link to={holders} target="_blank">
            See who holds the office of {ROLES[form.values.role].title} there
          </Link>{' '}
          (opens a new tab)
        </Note>
      )}
      <BasicSection {...state} />
      <RoleSection {...state} roles={options.roles} />
      <PlaceSection state={state} />
      {request && (
        <RequestFields
          justification={form.values.justification}
          priority={form.values.priority}
          onChange={(change) => {
            if (change.justification !== undefined) form.setFieldValue('justification', change.justification);
            if (change.priority !== undefined) form.setFieldValue('priority', change.priority);
          }}
          error={typeof justification === 'string' ? justification : undefined}
        />
      )}
      <FormFoot>
        <Button variant="default" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {request ? 'Submit for approval' : target ? 'Save Changes' : 'Create User'}
        </Button>
      </FormFoot>
    </Form>
  );
}
