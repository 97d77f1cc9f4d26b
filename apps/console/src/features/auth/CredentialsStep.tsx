import { Anchor, Button, TextInput, Title } from '@mantine/core';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import type { SignInForm } from './use-sign-in.ts';

interface CredentialsStepProps {
  form: SignInForm;
  /** With what was typed as the phone number. */
  onForgot: (phone: string) => void;
  onInvite: () => void;
}

export function CredentialsStep({ form, onForgot, onInvite }: CredentialsStepProps) {
  return (
    <ShortForm label="Sign in" form={form}>
      <Title order={1}>Sign in</Title>
      <TextInput
        label="Phone number"
        placeholder="0803 123 4567"
        type="tel"
        inputMode="tel"
        name="username"
        autoComplete="username"
        required
        size="md"
        {...form.field('phoneNumber')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        Sign in
      </Button>
      <Anchor component="button" type="button" onClick={() => onForgot(form.values.phoneNumber)}>
        Forgot password?
      </Anchor>
      <Anchor component="button" type="button" onClick={onInvite}>
        First time here? Use your invite code
      </Anchor>
    </ShortForm>
  );
}
