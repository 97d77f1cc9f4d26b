import { CodeStep } from './CodeStep.tsx';
import { CredentialsStep } from './CredentialsStep.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInProps {
  /** The phone number to begin with; empty for none. */
  phone: string;
  /** With what was typed as the phone number. */
  onForgot: (phone: string) => void;
  onInvite: () => void;
}

/** Phone and password, then a code where the server asks for one. */
export function SignIn({ phone, onForgot, onInvite }: SignInProps) {
  const { form, method, cancel } = useSignIn(phone);
  return method ? (
    <CodeStep form={form} method={method} onCancel={cancel} />
  ) : (
    <CredentialsStep form={form} onForgot={onForgot} onInvite={onInvite} />
  );
}
