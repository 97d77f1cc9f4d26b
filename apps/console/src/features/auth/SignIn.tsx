import { useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { CredentialsStep } from './CredentialsStep.tsx';
import { type Credentials, useSignIn } from './use-sign-in.ts';

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
