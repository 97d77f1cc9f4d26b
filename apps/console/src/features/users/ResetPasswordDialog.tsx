import type { User } from '@ec/contract/users/schemas';
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
import { notifyDone } from './success.ts';

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
  const form = useServerForm({
    id: 'reset',
    start: NO_PASSWORD,
    check,
    body: ({ new: password }) => ({ userId: user.id, newPassword: password }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: usePeopleChange(resetPassword),
    failed: 'Failed to reset password',
    onDone: () => {
      notifyDone(`The password of ${user.name} has been reset. They must change it at the next sign-in.`, user);
      onClose();
    },
  });
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
