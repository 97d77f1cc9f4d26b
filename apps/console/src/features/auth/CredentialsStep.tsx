import { Anchor, Button, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { FormAlert } from '../../components/form/FormAlert.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';

interface CredentialsStepProps {
  value: { phoneNumber: string; password: string };
  onChange: (value: { phoneNumber: string; password: string }) => void;
  error: unknown;
  busy: boolean;
  onSubmit: () => void;
  onForgot: () => void;
  onInvite: () => void;
}

export function CredentialsStep({ value, onChange, error, busy, onSubmit, onForgot, onInvite }: CredentialsStepProps) {
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const phoneError = checked && !value.phoneNumber.trim() ? 'Phone number is required' : undefined;
  const passwordError = checked && !value.password ? 'Password is required' : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!value.phoneNumber.trim() || !value.password) {
      const first = value.phoneNumber.trim() ? 'password' : 'username';
      form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
      return;
    }
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Sign in</Title>
        <FormAlert error={error} fallback="Login failed. Please try again." />
        <TextInput
          label="Phone number"
          placeholder="0803 123 4567"
          type="tel"
          inputMode="tel"
          name="username"
          autoComplete="username"
          required
          size="md"
          value={value.phoneNumber}
          onChange={(event) => onChange({ ...value, phoneNumber: event.currentTarget.value })}
          error={phoneError}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
          error={passwordError}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Sign in
        </Button>
        <Anchor component="button" type="button" onClick={onForgot}>
          Forgot password?
        </Anchor>
        <Anchor component="button" type="button" onClick={onInvite}>
          First time here? Use your invite code
        </Anchor>
      </Stack>
    </form>
  );
}
