import { passwordRule, tooShort } from '@ec/contract/auth/password-rule';
import type { ErrorCode } from '@ec/contract/base/errors';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import type { FieldsOf } from '../../components/form/use-server-form.ts';
import { leastPassword, useLeastPassword } from '../../lib/session/system.ts';

/** A new password and its repetition, as a form holds them. */
export interface NewPassword {
  new: string;
  repeated: string;
}

export const NO_PASSWORD: NewPassword = { new: '', repeated: '' };

/** What is wrong with a new password and its repetition; the server checks again, and also for common passwords. */
export function checkNewPassword({ new: password, repeated }: NewPassword): Partial<NewPassword> {
  const least = leastPassword();
  if (password.length < least) return { new: tooShort(least) };
  return password === repeated ? {} : { repeated: 'Passwords do not match' };
}

/** Refusals of the server that belong beside the field of the new password. */
export const ABOUT_THE_PASSWORD = {
  PASSWORD_TOO_SHORT: 'new',
  PASSWORD_TOO_COMMON: 'new',
  PASSWORD_TOO_PERSONAL: 'new',
  PASSWORD_UNCHANGED: 'new',
} satisfies Partial<Record<ErrorCode, string>>;

/** The names that the API gives to what these forms ask for. */
const NAMES: Record<string, string> = { currentPassword: 'current', newPassword: 'new' };
export const passwordField = (path: string): string => NAMES[path] ?? path;

interface NewPasswordFieldsProps {
  form: Pick<FieldsOf<NewPassword>, 'field'> & {
    set: (change: Partial<NewPassword>, ...others: string[]) => void;
  };
  labels?: { password: string; repeated: string };
  /** Takes the focus when its dialog opens. */
  first?: boolean;
}

/** The rule for new passwords, as the settings have it. */
export const usePasswordRule = (): string => passwordRule(useLeastPassword());

const LABELS = { password: 'New password', repeated: 'Confirm new password' };

/** A new password, twice, since it is hidden while typing. */
export function NewPasswordFields({ form, labels = LABELS, first = false }: NewPasswordFieldsProps) {
  const rule = usePasswordRule();
  return (
    <>
      <PasswordField
        label={labels.password}
        description={rule}
        autoComplete="new-password"
        required
        data-autofocus={first || undefined}
        {...form.field('new')}
        onChange={(password) => form.set({ new: password }, 'repeated')}
      />
      <PasswordField
        label={labels.repeated}
        autoComplete="new-password"
        required
        {...form.field('repeated')}
        onChange={(repeated) => form.set({ repeated })}
      />
    </>
  );
}
