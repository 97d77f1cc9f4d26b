import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { resetPassword } from './api.ts';
import { digitsOnly } from '../../lib/digits-only.ts';
import { FormAlert } from '../../components/FormAlert.tsx';
import { checkNewPassword, newPasswordRefusal } from '../../lib/new-password.ts';
import { NewPasswordFields } from '../../components/NewPasswordFields.tsx';

export function ResetForm({ phone, onReset }: { phone: string; onReset: () => void }) {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const reset = useMutation({ mutationFn: resetPassword, onSuccess: onReset });
  const codeProblem = code.length === 6 ? undefined : 'The code has 6 digits';
  const problems = checkNewPassword(password, repeated);
  const refusal = newPasswordRefusal(reset.error);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (codeProblem || problems.password || problems.repeated) return;
    reset.mutate({ phoneNumber: phone.trim(), resetCode: code, newPassword: password });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">
          If {phone} belongs to an account, a code is on its way there. Enter it with a new password.
        </Text>
        {!refusal && <FormAlert error={reset.error} fallback="Failed to reset password" />}
        <TextInput
          label="Reset code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          size="md"
          autoFocus
          value={code}
          onChange={(event) => setCode(digitsOnly(event.currentTarget.value))}
          error={checked && codeProblem}
        />
        <NewPasswordFields
          id="reset"
          password={password}
          repeated={repeated}
          onPassword={setPassword}
          onRepeated={setRepeated}
          errors={{ password: refusal ?? (checked && problems.password), repeated: checked && problems.repeated }}
        />
        <Button type="submit" size="md" fullWidth loading={reset.isPending}>
          Reset password
        </Button>
      </Stack>
    </form>
  );
}
