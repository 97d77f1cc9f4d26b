import type { User } from '@ec/contract/users/schemas';
import { Select } from '@mantine/core';
import { ConflictNote } from '../../../components/form/ConflictNote.tsx';
import { FieldRow, Form, FormButtons } from '../../../components/form/Form.tsx';
import { FormDialog } from '../../../components/form/FormDialog.tsx';
import { usePasswordRule } from '../../../domain/auth/NewPasswordFields.tsx';
import { PasswordField } from '../../../components/form/PasswordField.tsx';
import { type FieldsOf, useServerForm } from '../../../components/form/use-server-form.ts';
import { notifySuccess } from '../../../lib/hooks/notify.ts';
import { changeModerator, createModerator, useModeratorChange } from '../api.ts';
import { fieldAt, FORM_ID, notifyCreated, STATUS_OPTIONS } from '../labels.ts';
import {
  changesOf,
  GLOBAL_FIELDS,
  type GlobalValues,
  newModerator,
  problemsOf,
  valuesOf,
} from './global-moderator-form.ts';
import { missingText, PersonFields } from '../../../domain/people/PersonFields.tsx';

interface PartProps {
  form: FieldsOf<GlobalValues>;
}

function Passwords({ form }: PartProps) {
  const rule = usePasswordRule();
  return (
    <FieldRow>
      <PasswordField
        label="Password"
        description={`${rule} They must change it at their first sign-in.`}
        required
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField label="Confirm password" required autoComplete="new-password" {...form.field('confirmPassword')} />
    </FieldRow>
  );
}

function StatusField({ form }: PartProps) {
  return (
    <FieldRow>
      <Select
        label="Status"
        description="A user who is not active is signed out and cannot sign in."
        data={STATUS_OPTIONS}
        allowDeselect={false}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.field('status')}
      />
    </FieldRow>
  );
}

/** Why it cannot be sent yet, in the order of the form. */
function reasonFor(values: GlobalValues, user: User | null, unchanged: boolean): string | undefined {
  const missing = missingText(values, user ? 'to save the moderator' : 'to create the moderator');
  if (missing) return missing;
  if (user) return unchanged ? 'Nothing has been changed yet.' : undefined;
  return values.password === '' || values.confirmPassword === '' ? 'Enter the password twice.' : undefined;
}

interface Filled {
  values: GlobalValues;
  base: { values: GlobalValues; version: string | null };
}

async function send(user: User | null, { values, base }: Filled): Promise<Pick<User, 'id' | 'name'>> {
  if (!user) return (await createModerator(newModerator(values))).moderator;
  const changes = changesOf(values, base.values);
  await changeModerator({ id: user.id, body: { ...changes, updatedAt: base.version ?? user.updatedAt } });
  return { id: user.id, name: values.name };
}

/** Creates a global moderator with a first password, or changes one; `user` is the moderator as they stand now. */
export function GlobalModeratorDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const title = user ? `Edit ${user.name}` : 'Create Moderator';
  const form = useServerForm({
    id: FORM_ID,
    start: valuesOf(user),
    ...(user && { version: user.updatedAt }),
    fields: GLOBAL_FIELDS,
    at: fieldAt,
    check: (values) => problemsOf(values, user === null),
    body: (values, base): Filled => ({ values, base }),
    request: useModeratorChange((filled: Filled) => send(user, filled)),
    failed: `Failed to ${user ? 'update' : 'create'} moderator`,
    onDone: (person) => {
      if (user) {
        notifySuccess('Moderator updated successfully!', {
          link: { to: `/users/${person.id}`, label: `Open ${person.name}` },
        });
      } else notifyCreated(person);
      onClose();
    },
  });
  const unchanged = Object.keys(changesOf(form.values, form.base)).length === 0;
  return (
    <FormDialog title={title} about={user ? user.name : 'the new moderator'} onClose={onClose}>
      <Form label={title} form={form}>
        {user && <ConflictNote conflict={form.conflict} did={`changed ${user.name}`} mine="Reload" />}
        <PersonFields form={form} />
        {user ? <StatusField form={form} /> : <Passwords form={form} />}
        <FormButtons
          form={form}
          submit={user ? 'Save Changes' : 'Create Moderator'}
          blocked={reasonFor(form.values, user, unchanged)}
        />
      </Form>
    </FormDialog>
  );
}
