import { useState, useSyncExternalStore } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { type Credentials, type SignInForm, useSignIn } from './use-sign-in.ts';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { AuthTitle, PhoneField } from './AuthFrame.tsx';

const never = () => () => undefined;

/** False in the document that the build writes, until its script has come: what stands there can be typed into and does nothing else. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

interface CredentialsStepProps {
  form: SignInForm;
  /** The person comes from another step: the first field that is empty takes the focus. */
  arrives: boolean;
  onForgot: () => void;
  onInvite: () => void;
}

function CredentialsStep({ form, arrives, onForgot, onInvite }: CredentialsStepProps) {
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

interface SignInProps {
  /** What to begin with. */
  typed: Credentials;
  /** The person comes from another view of the page. */
  arrives: boolean;
  /** Both get the phone number as typed. */
  onForgot: (phone: string) => void;
  onInvite: (phone: string) => void;
}

/** Phone and password, then a code where the server asks for one. */
export function SignIn({ typed, arrives, onForgot, onInvite }: SignInProps) {
  const { form, method, cancel } = useSignIn(typed);
  const [returns, setReturns] = useState(arrives);
  if (method && !returns) setReturns(true);
  const { phoneNumber } = form.values;
  return method ? (
    <CodeStep form={form} method={method} onCancel={cancel} />
  ) : (
    <CredentialsStep
      form={form}
      arrives={returns}
      onForgot={() => onForgot(phoneNumber)}
      onInvite={() => onInvite(phoneNumber)}
    />
  );
}
