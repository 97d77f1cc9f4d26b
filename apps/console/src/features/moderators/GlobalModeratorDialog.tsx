import type { User } from '@ec/contract/users';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { FieldRow, Form, ReasonedFoot } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { OvertakenNote } from '../../components/OvertakenNote.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { notifySuccess } from '../../lib/notify.ts';
import { changeModerator, createModerator, useModeratorChange } from './api.ts';
import { notifyCreated } from './CreateModeratorDialog.tsx';
import {
  changesOf,
  GLOBAL_FIELDS,
  type GlobalValues,
  newModerator,
  problemsOf,
  rebased,
  valuesOf,
} from './global-moderator-form.ts';
import { STATUS_OPTIONS } from './labels.ts';
import styles from './moderators.module.css';
import { missingText, PersonFields } from './PersonFields.tsx';
import { fieldId, type Problems, useProblems } from './use-problems.ts';

interface PartProps {
  values: GlobalValues;
  problems: Problems;
  onChange: (change: Partial<GlobalValues>) => void;
}

function Passwords({ values, problems, onChange }: PartProps) {
  return (
    <FieldRow>
      <PasswordField
        id={fieldId('password')}
        label="Password"
        description="At least 6 characters, or more where your organisation asks for it. They must change it at their first sign-in."
        required
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => onChange({ password })}
        error={problems['password']}
      />
      <PasswordField
        id={fieldId('confirmPassword')}
        label="Confirm password"
        required
        autoComplete="new-password"
        value={values.confirmPassword}
        onChange={(confirmPassword) => onChange({ confirmPassword })}
        error={problems['confirmPassword']}
      />
    </FieldRow>
  );
}

function StatusField({ values, problems, onChange }: PartProps) {
  return (
    <FieldRow>
      <Select
        id={fieldId('status')}
        label="Status"
        description="Whoever is not active is signed out and cannot sign in."
        data={STATUS_OPTIONS}
        value={values.status}
        onChange={(status) => status && onChange({ status })}
        allowDeselect={false}
        error={problems['status']}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
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

/** Creates a global moderator with a first password, or changes one. */
export function GlobalModeratorDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  // Whom the form started from; `user` is the moderator as they stand now.
  const [base, setBase] = useState(user);
  const start = valuesOf(base);
  const [values, setValues] = useState(start);
  const overtaken = user !== null && user.updatedAt !== base?.updatedAt;
  const problems = useProblems(GLOBAL_FIELDS);
  const create = useModeratorChange(createModerator);
  const change = useModeratorChange(changeModerator);
  const changes = changesOf(values, start);
  const typed = JSON.stringify(values) !== JSON.stringify(start);
  const reason = reasonFor(values, user, Object.keys(changes).length === 0);
  const busy = create.isPending || change.isPending;

  const edit = (part: Partial<GlobalValues>) => {
    setValues({ ...values, ...part });
    problems.clear(...Object.keys(part));
  };
  const takeOver = () => {
    setValues(rebased(values, start, valuesOf(user)));
    setBase(user);
    problems.check({});
  };
  const submit = () => {
    if (reason || !problems.check(problemsOf(values, user === null))) return;
    if (!user) {
      create.mutate(newModerator(values), {
        onSuccess: ({ moderator }) => {
          notifyCreated(moderator);
          onClose();
        },
        onError: (error) => problems.failed(error, 'Failed to create moderator'),
      });
      return;
    }
    change.mutate(
      { id: user.id, body: { ...changes, updatedAt: base?.updatedAt } },
      {
        onSuccess: () => {
          notifySuccess('Moderator updated successfully!', {
            link: { to: `/users/${user.id}`, label: `Open ${values.name}` },
          });
          onClose();
        },
        onError: (error) => problems.failed(error, 'Failed to update moderator'),
      },
    );
  };
  const title = user ? `Edit ${user.name}` : 'Create Moderator';
  const part = { values, problems: problems.problems, onChange: edit };
  return (
    <FormDialog
      title={title}
      dirty={typed}
      about={user ? user.name : 'the new moderator'}
      onClose={onClose}
      busy={busy}
    >
      {(close) => (
        <Form label={title} onSubmit={submit}>
          <FormErrorSummary {...problems.summary} />
          {overtaken && !busy && (
            <OvertakenNote onTakeOver={takeOver}>
              Somebody else changed {user.name} since you opened this form. Reload to take over their changes; the
              fields that you changed yourself keep what you typed.
            </OvertakenNote>
          )}
          <PersonFields {...part} />
          {user ? <StatusField {...part} /> : <Passwords {...part} />}
          <ReasonedFoot reason={reason}>
            {(reasonId) => (
              <>
                <Button variant="default" onClick={close} disabled={busy}>
                  Cancel
                </Button>
                <Button type="submit" loading={busy} disabled={reason !== undefined} aria-describedby={reasonId}>
                  {user ? 'Save Changes' : 'Create Moderator'}
                </Button>
              </>
            )}
          </ReasonedFoot>
        </Form>
      )}
    </FormDialog>
  );
}
