import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Form } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  type NewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from './NewPasswordFields.tsx';
import { api } from '../../lib/http/api.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';

interface ChangePasswordFormProps {
  onChanged: () => void;
  /** True where the form is the page: its button is as wide as it. */
  wide?: boolean;
  /** What stands below the button. */
  children?: ReactNode;
}

/** Changes the person's own password; their other sessions end. */
const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  api.call('POST /auth/change-password', { body });

const START = { current: '', ...NO_PASSWORD };

function problemsOf({ current, ...password }: NewPassword & { current: string }) {
  return { ...(current === '' && { current: 'Password is required' }), ...checkNewPassword(password) };
}

/** The current password and a new one, twice; empty again once it is changed. */
export function ChangePasswordForm({ onChanged, wide = false, children }: ChangePasswordFormProps) {
  const form = useServerForm({
    id: 'password',
    start: START,
    check: problemsOf,
    body: ({ current, new: password }) => ({ currentPassword: current, newPassword: password }),
    at: passwordField,
    codes: { ...ABOUT_THE_PASSWORD, WRONG_PASSWORD: 'current' },
    request: useMutation({ mutationFn: changePassword }),
    failed: 'Failed to change password',
    onDone: () => {
      form.restart();
      onChanged();
    },
  });
  return (
    <Form label="Change password" form={form}>
      <PasswordField label="Current password" autoComplete="current-password" required {...form.field('current')} />
      <NewPasswordFields form={form} />
      <Button type="submit" fullWidth={wide} loading={form.busy} style={{ alignSelf: 'start' }}>
        Change password
      </Button>
      {children}
    </Form>
  );
}
