import { lazy, Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { nextAddress } from '../../lib/session/stored-session.ts';
import { useSignedInId } from '../../lib/session/session-store.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginPage } from './LoginPage.tsx';

const InviteWhileSignedIn = lazy(async () => ({
  default: (await import('./InviteWhileSignedIn.tsx')).InviteWhileSignedIn,
}));

/** The sign-in page once the console is loaded: a person who is signed in goes on from it. */
export function LoginRoute() {
  const signedIn = useSignedInId();
  const [params, setParams] = useSearchParams();
  const invite = params.get('invite');
  if (signedIn === null) {
    const leaveInvite = () => {
      params.delete('invite');
      setParams(params, { replace: true });
    };
    return <LoginPage invite={invite} onInviteLeft={leaveInvite} />;
  }
  return (
    <AuthFrame>
      {invite === null ? (
        <>
          <Navigate to={nextAddress(params)} replace />
          <p role="status">Opening the console…</p>
        </>
      ) : (
        <Suspense>
          <InviteWhileSignedIn />
        </Suspense>
      )}
    </AuthFrame>
  );
}
