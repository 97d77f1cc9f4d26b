import { Alert } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { sessionEnd, useSignedInId } from '../../lib/session-store.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { safeNext } from './safe-next.ts';
import { SignIn } from './SignIn.tsx';

const END_NOTICES = {
  expired: 'Your session has ended. Sign in again.',
  ended: 'Your session has ended. Sign in again.',
  idle: 'You were signed out because nothing was entered for a while. Sign in again.',
} as const;

/** Sign-in and the reset of a forgotten password. */
export function LoginPage() {
  const signedIn = useSignedInId();
  const [params] = useSearchParams();
  const [view, setView] = useState<'sign-in' | 'forgot'>('sign-in');
  const [end] = useState(sessionEnd);
  const [notice, setNotice] = useState(end && end !== 'signed-out' ? END_NOTICES[end] : null);
  useDocumentTitle(view === 'sign-in' ? 'Sign in' : 'Reset password');

  if (signedIn) {
    return (
      <AuthFrame>
        <Navigate to={safeNext(params.get('next'))} replace />
        <p role="status">Opening the console…</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame>
      {notice && (
        <Alert color="accent" role="status" mb="md">
          {notice}
        </Alert>
      )}
      {view === 'sign-in' ? (
        <SignIn
          onForgot={() => {
            setNotice(null);
            setView('forgot');
          }}
        />
      ) : (
        <ForgotPassword onBack={() => setView('sign-in')} />
      )}
    </AuthFrame>
  );
}
