import type { User } from '@ec/contract/users';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Form, FormFoot } from '../../components/Form.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type FormProblem, FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { Note } from '../../components/Note.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { ApiError, errorMessage } from '../../lib/api-error.ts';
import { checkNewPassword, newPasswordRefusal } from '../../lib/new-password.ts';
import { resetPassword, usePeopleChange } from './api.ts';
import { whoText } from './labels.ts';
import { notifyDone } from './success.ts';

/** Both have to be given, long enough and the same; the server may want a longer one. */
function check(password: string, repeated: string): { password?: string; repeated?: string } {
  if (password === '') return { password: 'New password is required', ...(repeated === '' && { repeated: CONFIRM }) };
  const found = checkNewPassword(password, repeated);
  return repeated === '' ? { ...found, repeated: CONFIRM } : found;
}

const CONFIRM = 'Confirm the new password';

function refusalOf(error: unknown): string | undefined {
  const field = error instanceof ApiError ? error.fields.find(({ path }) => path === 'newPassword') : undefined;
  return field?.message ?? newPasswordRefusal(error);
}

/** Sets a new password for somebody who cannot sign in any more. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);
  const reset = usePeopleChange(resetPassword);

  const found = check(password, repeated);
  const refusal = refusalOf(reset.error);
  const errors = {
    'reset-new': refusal ?? (checked ? found.password : undefined),
    'reset-repeated': checked ? found.repeated : undefined,
  };
  const problems: FormProblem[] = Object.entries(errors).flatMap(([field, message]) =>
    message ? [{ field, message }] : [],
  );
  if (reset.error && !refusal) problems.unshift({ message: errorMessage(reset.error, 'Failed to reset password') });

  const submit = () => {
    reset.reset();
    setChecked(true);
    if (found.password || found.repeated) {
      countAttempt();
      return;
    }
    reset.mutate(
      { userId: user.id, newPassword: password },
      {
        onSuccess: () => {
          notifyDone(`The password of ${user.name} has been reset. They must change it at the next sign-in.`, user);
          onClose();
        },
        onError: countAttempt,
      },
    );
  };
  return (
    <FormDialog
      title="Reset Password"
      dirty={password !== '' || repeated !== ''}
      busy={reset.isPending}
      about={user.name}
      onClose={onClose}
      size={460}
    >
      {(close) => (
        <Form label={`Reset the password of ${user.name}`} onSubmit={submit}>
          <FormErrorSummary problems={problems} attempt={attempt} />
          <div>
            <b>{whoText(user)}</b>
          </div>
          <Note kind="info">
            {user.name} must change this password at the next sign-in, and is signed out on every device now.
          </Note>
          <PasswordField
            id="reset-new"
            label="New Password"
            autoComplete="new-password"
            required
            value={password}
            onChange={(value) => {
              setPassword(value);
              reset.reset();
            }}
            error={errors['reset-new']}
            data-autofocus
          />
          <PasswordField
            id="reset-repeated"
            label="Confirm Password"
            autoComplete="new-password"
            required
            value={repeated}
            onChange={setRepeated}
            error={errors['reset-repeated']}
          />
          <FormFoot>
            <Button variant="default" onClick={close} disabled={reset.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={reset.isPending}>
              Reset Password
            </Button>
          </FormFoot>
        </Form>
      )}
    </FormDialog>
  );
}
