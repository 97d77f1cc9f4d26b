import type { LocationId } from '@ec/contract/geography/location-id';
import { type Role, ROLES } from '@ec/contract/permissions/roles';
import { ASSIGNED_FIELDS, SETTABLE_STATUSES, STATUS_LABELS, type UserDetail } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { FieldGroup, FieldRow } from '../../../components/form/Form.tsx';
import { type Step, StepForm } from '../../../components/form/StepForm.tsx';
import { Note } from '../../../components/page/Note.tsx';
import { personFacts, PersonFields } from '../../../domain/people/PersonFields.tsx';
import { narrowest, PLACE_LEVELS, placeQuery } from '../../../domain/places/use-places.ts';
import { chainText, roleOption } from '../labels.ts';
import { SecondPersonNote } from '../SecondPersonNote.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { RequestFields, priorityWords } from './RequestFields.tsx';
import { type UserFormOptions, type UserFormState, useUserForm } from './use-user-form.ts';
import { officePlace, type UserValues } from './user-form.ts';

const STATUS_OPTIONS = SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

function RoleSection({ form, roles }: Pick<UserFormState, 'form'> & { roles: readonly Role[] }) {
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

/** Places in words, from the narrowest upward: those that are stored, and those that are chosen. */
function usePlaceText(form: UserFormState['form'], user: UserDetail | null): (id: LocationId | null) => string {
  const chosen = [form.values, form.base].flatMap((values) => [officePlace(values), narrowest(values.personal)]);
  const ids = [...new Set(chosen)].filter((id) => id !== null);
  const loaded = useQueries({ queries: ids.map((id) => placeQuery(id)) }).flatMap(({ data }) => data ?? []);
  const known = [user?.assignment, user?.personalLocation, ...loaded];
  return (id) => (id === null ? '' : chainText(known.find((place) => place?.id === id) ?? null));
}

/** The one form for a new person and for changes, sent at once or as a request for approval. */
export function UserForm({ list, ...options }: UserFormOptions & { list: string }) {
  const { form, request, holders, dirty, second } = useUserForm(options);
  const { user, roles } = options;
  const placeText = usePlaceText(form, user);
  const steps: Step<UserValues>[] = [
    {
      key: 'person',
      title: 'Person',
      fields: ['name', 'phone', 'firstName', 'lastName', 'email'],
      facts: personFacts,
      content: (
        <FieldGroup legend="Basic Information">
          <PersonFields form={form} />
        </FieldGroup>
      ),
    },
    {
      key: 'role',
      title: 'Role and place',
      fields: ['role', 'status', ...Object.values(ASSIGNED_FIELDS), ...PLACE_LEVELS],
      facts: (values) => [
        ['Role', ROLES[values.role].title],
        ['Status', STATUS_LABELS[values.status]],
        ['Assigned Location', officePlace(values) === null ? 'The whole nation' : placeText(officePlace(values))],
        ['Personal Location', values.elsewhere ? placeText(narrowest(values.personal)) : 'The place of the office'],
      ],
      content: (
        <>
          <RoleSection form={form} roles={roles} />
          <PlaceSection form={form} user={user} />
          <SecondPersonNote {...second} />
        </>
      ),
    },
  ];
  if (request) {
    const { justification, priority } = form.values;
    steps.push({
      key: 'reason',
      title: 'Reason',
      fields: ['justification', 'priority'],
      // Of the request and not of the person: no change to be marked.
      facts: () => [
        ['Justification', justification],
        ['Priority', priorityWords(priority)],
      ],
      content: <RequestFields form={form} />,
    });
  }
  return (
    <StepForm
      label={user ? `Edit ${user.name}` : 'New user'}
      form={{ ...form, dirty }}
      steps={steps}
      edits={user !== null}
      submit={request ? 'Submit for approval' : user ? 'Save Changes' : 'Create User'}
      list={list}
      about={user ? user.name : 'the new user'}
    >
      {holders && (
        <Note kind="info">
          <Link to={holders} target="_blank">
            See who holds the office of {ROLES[form.values.role].title} there
          </Link>{' '}
          (opens a new tab)
        </Note>
      )}
      {user && <ConflictNote conflict={form.conflict} did={`changed ${user.name}`} mine="Reload" />}
    </StepForm>
  );
}
