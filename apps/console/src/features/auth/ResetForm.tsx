import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { resetPassword } from './api.ts';
import { Form } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { ABOUT_THE_PASSWORD, checkNewPassword, NO_PASSWORD, passwordField } from '../../domain/auth/new-password.ts';
import { NewPasswordFields } from '../../domain/auth/NewPasswordFields.tsx';

/** The code that came to the phone, with a new password. */
export function ResetForm({ phone, onReset }: { phone: string; onReset: () => void }) {
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
