import { PasswordField } from '../../components/form/PasswordField.tsx';
import type { FieldsOf } from '../../components/form/use-server-form.ts';
import type { NewPassword } from './new-password.ts';

interface NewPasswordFieldsProps {
  form: Pick<FieldsOf<NewPassword>, 'field'> & {
    set: (change: Partial<NewPassword>, ...others: string[]) => void;
  };
  labels?: { password: string; repeated: string };
  /** Takes the focus when its dialog opens. */
  first?: boolean;
}

const LABELS = { password: 'New password', repeated: 'Confirm new password' };

/** A new password, twice, since it is hidden while typing. */
export function NewPasswordFields({ form, labels = LABELS, first = false }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={labels.password}
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
