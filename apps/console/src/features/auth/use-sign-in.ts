import type { LoginRequest } from '@ec/contract/auth/schemas';
import { useState } from 'react';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { prefetchNothingFor } from '../../lib/http/prefetch.ts';
import { useRequest } from '../../lib/http/use-request.ts';
import { forgetSessionEnd, storeSession } from '../../lib/session/session-store.ts';
import { signIn } from './api.ts';

/** As typed; empty for nothing. */
export interface Credentials {
  phone: string;
  password: string;
}

/** How the code of the second step reaches the person. */
export type CodeMethod = 'authenticator' | 'sms';

const NO_CODE = { code: '', recoveryCode: '', recovery: false };
const NOTHING = { phoneNumber: '', password: '', ...NO_CODE };
type Values = typeof NOTHING;

const credentialProblems = ({ phoneNumber, password }: Values) => ({
  ...(phoneNumber.trim() === '' && { phoneNumber: 'Phone number is required' }),
  ...(password === '' && { password: 'Password is required' }),
});

const codeProblems = ({ recovery, code, recoveryCode }: Values) => ({
  ...(recovery && recoveryCode.trim() === '' && { recoveryCode: 'Recovery code is required' }),
  ...(!recovery && code.length !== 6 && { code: 'The code has 6 digits' }),
});

/** Signs in and stores the session; answers how the code is sent where one is still needed. */
async function enter(body: Omit<LoginRequest, 'device'>): Promise<CodeMethod | null> {
  const answer = await signIn(body);
  forgetSessionEnd();
  if (answer.requires2FA) return answer.twoFactorMethod ?? 'sms';
  if (!answer.accessToken || !answer.refreshToken || !answer.user) throw ApiError.client('UNREADABLE');
  if (answer.mustChangePassword) prefetchNothingFor(answer.user.id);
  storeSession({ accessToken: answer.accessToken, refreshToken: answer.refreshToken }, answer.user);
  return null;
}

/** The form of both steps: the code is sent with the credentials of the first. */
export function useSignIn({ phone, password: typedPassword }: Credentials) {
  const [method, setMethod] = useState<CodeMethod | null>(null);
  const form = useServerForm({
    id: 'sign-in',
    start: NOTHING,
    typed: { phoneNumber: phone, password: typedPassword },
    check: method ? codeProblems : credentialProblems,
    body: ({ phoneNumber, password, recovery, recoveryCode, code }) => ({
      phoneNumber,
      password,
      ...(method && { twoFactorCode: recovery ? recoveryCode.trim() : code }),
    }),
    request: useRequest(enter),
    failed: 'Login failed. Please try again.',
    onDone: (next) => {
      form.set(NO_CODE);
      setMethod(next);
    },
    onRefused: (error) => {
      // The password was changed or the account closed between the two steps: the code cannot help any more.
      if (error instanceof ApiError && error.code === 'BAD_CREDENTIALS') setMethod(null);
    },
  });
  const cancel = () => {
    form.restart();
    setMethod(null);
  };
  return { form, method, cancel };
}

export type SignInForm = ReturnType<typeof useSignIn>['form'];
