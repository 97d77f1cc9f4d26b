import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, SETTABLE_STATUSES, STATUS_LABELS } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { Link } from 'react-router';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { FieldGroup, FieldRow, Form, FormButtons } from '../../../components/form/Form.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { PersonFields } from '../../../domain/people/PersonFields.tsx';
import { roleOption } from '../labels.ts';
import { PlaceSection } from './PlaceSection.tsx';
import { RequestFields } from './RequestFields.tsx';
import { SecondPersonNote } from '../SecondPersonNote.tsx';
import { type UserFormOptions, type UserFormState, useUserForm } from './use-user-form.ts';

const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

function BasicSection({ form }: UserFormState) {
  return (
    <FieldGroup legend="Basic Information">
      <PersonFields form={form} />
    </FieldGroup>
  );
}

function RoleSection({ form, roles }: UserFormState & { roles: readonly Role[] }) {
  return (
    <FieldGroup legend="Role & Status">
      <FieldRow>
        <Select
          label="Role"
          required
          data={roles.map(roleOption)}
          allowDeselect={false}
          {...form.field('role')}
          onChange={(role) => role && form.set({ role }, ...Object.values(ASSIGNED_FIELDS))}
        />
        <Select label="Status" data={STATUS_OPTIONS} allowDeselect={false} {...form.field('status')} />
      </FieldRow>
    </FieldGroup>
  );
}

/** The one form for a new person and for changes, sent at once or as a request for approval. */
export function UserForm(options: UserFormOptions) {
  const state = useUserForm(options);
  const { form, request, holders } = state;
  const { user } = options;
  return (
    <Form label={user ? `Edit ${user.name}` : 'New user'} form={{ ...form, dirty: state.dirty }}>
      {user && <ConflictNote conflict={form.conflict} did={`changed ${user.name}`} mine="Reload" />}
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
      <PlaceSection form={form} user={user} />
      <SecondPersonNote {...state.second} />
      {request && <RequestFields form={form} />}
      <FormButtons form={form} submit={request ? 'Submit for approval' : user ? 'Save Changes' : 'Create User'} />
    </Form>
  );
}
