import { Alert } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { sessionEnd, useSignedInId } from '../../lib/session/session-store.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { endNotice } from './end-notice.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SignIn } from './SignIn.tsx';

/** Where to go after sign-in: a path of this console out of `?next=`, else the dashboard. Never another site. */
function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/dashboard';
}

const TITLES = { 'sign-in': 'Sign in', forgot: 'Reset password', invite: 'First sign-in' } as const;

const AcceptInvite = lazy(async () => ({ default: (await import('./AcceptInvite.tsx')).AcceptInvite }));
const InviteWhileSignedIn = lazy(async () => ({
  default: (await import('./InviteWhileSignedIn.tsx')).InviteWhileSignedIn,
}));

/** Sign-in, the reset of a forgotten password, and the first password of an invited user. */
export function LoginPage() {
  const signedIn = useSignedInId();
  const [params] = useSearchParams();
  const [invite] = useState(params.get('invite'));
  const [view, setView] = useState<keyof typeof TITLES>(invite === null ? 'sign-in' : 'invite');
  const [phone, setPhone] = useState('');
  const [notice, setNotice] = useState(() => (invite === null ? endNotice(sessionEnd()) : null));
  useDocumentTitle(TITLES[view]);

  const leave = (to: 'forgot' | 'invite') => {
    setNotice(null);
    setView(to);
  };
  const accepted = (by: string, message: string) => {
    setPhone(by);
    setNotice(message);
    setView('sign-in');
  };

  if (signedIn && view === 'invite') {
    return (
      <AuthFrame>
        <Suspense>
          <InviteWhileSignedIn />
        </Suspense>
      </AuthFrame>
    );
  }
  if (signedIn) {
    return (
      <AuthFrame>
        <Navigate to={safeNext(params.get('next'))} replace />
        <p role="status" className="para">
          Opening the console…
        </p>
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
      {view === 'sign-in' && <SignIn phone={phone} onForgot={() => leave('forgot')} onInvite={() => leave('invite')} />}
      {view === 'forgot' && <ForgotPassword onBack={() => setView('sign-in')} />}
      {view === 'invite' && (
        <Suspense
          fallback={
            <p role="status" className="para">
              Loading…
            </p>
          }
        >
          <AcceptInvite code={invite ?? ''} onAccepted={accepted} onBack={() => setView('sign-in')} />
        </Suspense>
      )}
    </AuthFrame>
  );
}
