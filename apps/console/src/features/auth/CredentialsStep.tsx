import { PasswordField } from '../../components/form/PasswordField.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { useHydrated } from '../../lib/hooks/use-hydrated.ts';
import { AuthTitle } from './AuthFrame.tsx';
import { PhoneField } from './PhoneField.tsx';
import type { SignInForm } from './use-sign-in.ts';

interface CredentialsStepProps {
  form: SignInForm;
  /** The person comes from another step: the first field that is empty takes the focus. */
  arrives: boolean;
  onForgot: () => void;
  onInvite: () => void;
}

export function CredentialsStep({ form, arrives, onForgot, onInvite }: CredentialsStepProps) {
  const works = useHydrated();
  const empty = form.values.phoneNumber === '';
  return (
    <ShortForm label="Sign in" form={form}>
      <AuthTitle>Sign in</AuthTitle>
      <PhoneField autoFocus={arrives && empty} {...form.field('phoneNumber')} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={arrives && !empty}
        {...form.field('password')}
      />
      <PlainButton kind="filled" type="submit" loading={form.busy || !works}>
        Sign in
      </PlainButton>
      {works && (
        <>
          <PlainButton kind="link" onClick={onForgot}>
            Forgot password?
          </PlainButton>
          <PlainButton kind="link" onClick={onInvite}>
            First time here? Use your invite code
          </PlainButton>
        </>
      )}
    </ShortForm>
  );
}
