import type { ReactNode } from 'react';
import { PasswordField } from './PasswordField.tsx';

interface NewPasswordFieldsProps {
  /** Begins the ids of both, for links from a summary of errors. */
  id: string;
  password: string;
  repeated: string;
  onPassword: (password: string) => void;
  onRepeated: (repeated: string) => void;
  /** What is wrong with either. */
  errors: { password?: ReactNode; repeated?: ReactNode };
}

/** A new password, twice, since nobody sees what they type. */
export function NewPasswordFields({ id, password, repeated, onPassword, onRepeated, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        id={`${id}-new`}
        label="New password"
        autoComplete="new-password"
        required
        value={password}
        onChange={onPassword}
        error={errors.password}
      />
      <PasswordField
        id={`${id}-repeated`}
        label="Confirm new password"
        autoComplete="new-password"
        required
        value={repeated}
        onChange={onRepeated}
        error={errors.repeated}
      />
    </>
  );
}
