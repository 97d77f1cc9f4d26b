import type { User } from '@ec/contract/users/schemas';
import { Modal } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Form, FormButtons } from '../../components/form/Form.tsx';
import { FormDialog } from '../../components/form/FormDialog.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  type NewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { resetPassword, usePeopleChange } from './api.ts';
import { whoText } from './labels.ts';

/** The success is read before the dialog closes. */
const CLOSES_AFTER_MS = 1500;

const LABELS = { password: 'New Password', repeated: 'Confirm Password' };

/** Both have to be given, long enough and the same; the server may want a longer one. */
function check(values: NewPassword): Partial<NewPassword> {
  return {
    ...(values.new === '' ? { new: 'New password is required' } : checkNewPassword(values)),
    ...(values.repeated === '' && { repeated: 'Confirm the new password' }),
  };
}

/** Sets a new password for a user who cannot sign in any more. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [done, setDone] = useState(false);
  const close = useEffectEvent(onClose);
  const form = useServerForm({
    id: 'reset',
    start: NO_PASSWORD,
    check,
    body: ({ new: password }) => ({ userId: user.id, newPassword: password }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: usePeopleChange(resetPassword),
    failed: 'Failed to reset password',
    onDone: () => setDone(true),
  });
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => close(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (done) {
    return (
      <Modal opened onClose={onClose} title="Reset Password" size={460}>
        <Note kind="ok" role="status">
          <b>Password reset successful</b>
          <div>{user.name} must change it at the next sign-in.</div>
        </Note>
      </Modal>
    );
  }
  return (
    <FormDialog title="Reset Password" about={user.name} onClose={onClose} size={460}>
      <Form label={`Reset the password of ${user.name}`} form={form}>
        <div>
          <b>{whoText(user)}</b>
        </div>
        <Note kind="info">
          {user.name} must change this password at the next sign-in, and is signed out on every device now.
        </Note>
        <NewPasswordFields form={form} labels={LABELS} first />
        <FormButtons form={form} submit="Reset Password" />
      </Form>
    </FormDialog>
  );
}
