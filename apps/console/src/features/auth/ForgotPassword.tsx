import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form } from '../../components/form/Form.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { requestResetCode, resetPassword } from './api.ts';

const BACK_TO_LOGIN_MS = 2000;

/** Ask for a code, then give it with a new password. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  /** The phone number that the code was sent to. */
  const [phone, setPhone] = useState<string>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onBack, BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [done, onBack]);

  return (
    <Stack gap="md">
      <Title order={1}>Reset password</Title>
      {phone === undefined && <RequestCodeForm onSent={setPhone} />}
      {phone !== undefined && !done && <ResetForm phone={phone} onReset={() => setDone(true)} />}
      {done && (
        <Alert color="accent" role="status">
          Password reset successful
        </Alert>
      )}
      <Anchor component="button" type="button" onClick={onBack}>
        Back to login
      </Anchor>
    </Stack>
  );
}

/** Sends a code to the phone of an account. */
function RequestCodeForm({ onSent }: { onSent: (phone: string) => void }) {
  const form = useServerForm({
    id: 'forgot',
    start: { phoneNumber: '' },
    body: ({ phoneNumber }) => phoneNumber.trim() || null,
    request: useMutation({ mutationFn: requestResetCode }),
    failed: 'Failed to send reset code',
    onDone: (_, { phoneNumber }) => onSent(phoneNumber),
  });
  return (
    <ShortForm label="Ask for a code" form={form}>
      <Text c="dimmed">Enter the phone number of your account. A 6-digit code will be sent to it.</Text>
      <TextInput
        label="Phone number"
        placeholder="0803 123 4567"
        type="tel"
        name="username"
        autoComplete="username"
        required
        size="md"
        autoFocus
        {...form.field('phoneNumber')}
      />
      <Button type="submit" size="md" fullWidth disabled={!form.values.phoneNumber.trim()} loading={form.busy}>
        Send reset code
      </Button>
    </ShortForm>
  );
}

/** The code that came to the phone, with a new password. */
function ResetForm({ phone, onReset }: { phone: string; onReset: () => void }) {
  const form = useServerForm({
    id: 'reset',
    start: { resetCode: '', ...NO_PASSWORD },
    check: ({ resetCode, ...password }) => ({
      ...(resetCode.length !== 6 && { resetCode: 'The code has 6 digits' }),
      ...checkNewPassword(password),
    }),
    body: ({ resetCode, new: password }) => ({ phoneNumber: phone.trim(), resetCode, newPassword: password }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: useMutation({ mutationFn: resetPassword }),
    failed: 'Failed to reset password',
    onDone: onReset,
  });
  return (
    <Form label="Reset password" form={form}>
      <Text c="dimmed">
        If {phone} belongs to an account, a code is on its way there. Enter it with a new password.
      </Text>
      <TextInput
        label="Reset code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        size="md"
        autoFocus
        {...form.field('resetCode')}
        onChange={(event) => form.set({ resetCode: digitsOnly(event.currentTarget.value) })}
      />
      <NewPasswordFields form={form} />
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        Reset password
      </Button>
    </Form>
  );
}
