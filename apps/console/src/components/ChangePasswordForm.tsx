import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, errorMessage } from '../lib/api-error.ts';
import { changePassword, checkNewPassword, newPasswordRefusal } from '../lib/new-password.ts';
import { type FormProblem, FormErrorSummary } from './FormErrorSummary.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { PasswordField } from './PasswordField.tsx';

interface ChangePasswordFormProps {
  onChanged: () => void;
  /** True where the form is the page: its button is as wide as it. */
  wide?: boolean;
  /** What stands below the button. */
  children?: ReactNode;
}

/** The current password and a new one, twice; empty again once it is changed. */
export function ChangePasswordForm({ onChanged, wide = false, children }: ChangePasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      for (const empty of [setCurrent, setPassword, setRepeated]) empty('');
      setChecked(false);
      onChanged();
    },
    onError: countAttempt,
  });

  const found = checkNewPassword(password, repeated);
  const refusal = newPasswordRefusal(change.error);
  const wrongCurrent =
    change.error instanceof ApiError && change.error.code === 'WRONG_PASSWORD' ? change.error.message : undefined;
  const errors = {
    'password-current': wrongCurrent ?? (checked && !current && 'Password is required'),
    'password-new': refusal ?? (checked && found.password),
    'password-repeated': checked && found.repeated,
  };
  const problems: FormProblem[] = Object.entries(errors).flatMap(([field, message]) =>
    message ? [{ field, message }] : [],
  );
  if (change.error && !refusal && !wrongCurrent) {
    problems.unshift({ message: errorMessage(change.error, 'Failed to change password') });
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.reset();
    setChecked(true);
    if (!current || found.password || found.repeated) countAttempt();
    else change.mutate({ currentPassword: current, newPassword: password });
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Change password">
      <Stack gap="md">
        <FormErrorSummary problems={problems} attempt={attempt} />
        <PasswordField
          id="password-current"
          label="Current password"
          autoComplete="current-password"
          required
          value={current}
          onChange={setCurrent}
          error={errors['password-current']}
        />
        <NewPasswordFields
          id="password"
          password={password}
          repeated={repeated}
          onPassword={setPassword}
          onRepeated={setRepeated}
          errors={{ password: errors['password-new'], repeated: errors['password-repeated'] }}
        />
        <Button type="submit" size="md" fullWidth={wide} loading={change.isPending} style={{ alignSelf: 'start' }}>
          Change password
        </Button>
        {children}
      </Stack>
    </form>
  );
}
