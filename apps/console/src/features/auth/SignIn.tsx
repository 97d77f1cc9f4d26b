import type { LoginAnswer, LoginRequest } from '@ec/contract/auth/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/http/api-error.ts';
import { prefetchNothingFor } from '../../lib/http/prefetch.ts';
import { forgetSessionEnd, storeSession } from '../../lib/session/session-store.ts';
import { signIn } from './api.ts';
import { CodeStep } from './CodeStep.tsx';
import { CredentialsStep } from './CredentialsStep.tsx';

type Credentials = Pick<LoginRequest, 'phoneNumber' | 'password'>;
const NOTHING: Credentials = { phoneNumber: '', password: '' };

/** Keeps the session of an answer that holds one; false where a code is still needed. */
function takeSession(answer: LoginAnswer): boolean {
  if (answer.requires2FA) return false;
  if (!answer.accessToken || !answer.refreshToken || !answer.user) throw ApiError.client('UNREADABLE');
  if (answer.mustChangePassword) prefetchNothingFor(answer.user.id);
  storeSession({ accessToken: answer.accessToken, refreshToken: answer.refreshToken }, answer.user);
  return true;
}

interface SignInProps {
  /** The phone number to begin with; empty for none. */
  phone: string;
  onForgot: () => void;
  onInvite: () => void;
}

/** Phone and password, then a code where the server asks for one. */
export function SignIn({ phone, onForgot, onInvite }: SignInProps) {
  const [credentials, setCredentials] = useState<Credentials>({ ...NOTHING, phoneNumber: phone });
  const [method, setMethod] = useState<'authenticator' | 'sms' | null>(null);
  const login = useMutation({
    mutationFn: (body: LoginRequest) => signIn(body),
    onSuccess: (answer) => {
      forgetSessionEnd();
      if (!takeSession(answer)) setMethod(answer.twoFactorMethod ?? 'sms');
    },
    onError: (error, body) => {
      // The password was changed or the account closed between the two steps: the code cannot help any more.
      if (body.twoFactorCode && error instanceof ApiError && error.code === 'BAD_CREDENTIALS') setMethod(null);
    },
  });
  const cancel = () => {
    setCredentials(NOTHING);
    setMethod(null);
    login.reset();
  };

  return method ? (
    <CodeStep
      method={method}
      error={login.error}
      busy={login.isPending}
      onSubmit={(twoFactorCode) => login.mutate({ ...credentials, twoFactorCode })}
      onCancel={cancel}
    />
  ) : (
    <CredentialsStep
      value={credentials}
      onChange={setCredentials}
      error={login.error}
      busy={login.isPending}
      onSubmit={() => login.mutate(credentials)}
      onForgot={onForgot}
      onInvite={onInvite}
    />
  );
}
