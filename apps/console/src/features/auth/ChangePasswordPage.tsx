import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { refetchMe, signOut } from '../../lib/session.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { changePassword } from './api.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { FormAlert } from './FormAlert.tsx';
import { checkNewPassword, newPasswordRefusal } from './new-password.ts';
import { PasswordField } from './PasswordField.tsx';

/** The first sign-in with a password that somebody else set: nothing else opens before it is changed. */
export function ChangePasswordPage() {
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const change = useMutation({ mutationFn: changePassword, onSuccess: () => refetchMe(queryClient) });
  useDocumentTitle('Change password');

  const problems = checkNewPassword(password, repeated);
  const refusal = newPasswordRefusal(change.error);
  const wrongCurrent = change.error instanceof ApiError && change.error.code === 'BAD_CREDENTIALS';
  const currentProblem = checked && !current ? 'Password is required' : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!current || problems.password || problems.repeated) return;
    change.mutate({ currentPassword: current, newPassword: password });
  };
  return (
    <AuthFrame>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={1}>Change your password</Title>
          <Text c="dimmed">
            Your password was set by somebody else. Choose one that only you know before you continue.
          </Text>
          {!refusal && !wrongCurrent && <FormAlert error={change.error} fallback="Failed to change password" />}
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={setCurrent}
            error={wrongCurrent ? 'The current password is wrong.' : currentProblem}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            required
            value={password}
            onChange={setPassword}
            error={refusal ?? (checked && problems.password)}
          />
          <PasswordField
            label="Confirm new password"
            autoComplete="new-password"
            required
            value={repeated}
            onChange={setRepeated}
            error={checked && problems.repeated}
          />
          <Button type="submit" size="md" fullWidth loading={change.isPending}>
            Change password
          </Button>
          <Anchor component="button" type="button" onClick={signOut}>
            Log out
          </Anchor>
        </Stack>
      </form>
    </AuthFrame>
  );
}
