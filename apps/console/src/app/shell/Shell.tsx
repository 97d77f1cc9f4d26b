import '@mantine/core/styles/Burger.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Navigate, useLocation } from 'react-router';
import { sessionEnd, useSignedInId } from '../../lib/session/session-store.ts';
import { SignedIn } from './SignedIn.tsx';

/** Everything behind sign-in. Who is not signed in goes to /login, and after a session that ended comes back here. */
export function Shell() {
  const userId = useSignedInId();
  const location = useLocation();

  if (!userId) {
    const here = `${location.pathname}${location.search}`;
    const comesBack = sessionEnd()?.by !== 'signed-out' && here !== '/' && here !== '/dashboard';
    return <Navigate to={comesBack ? `/login?next=${encodeURIComponent(here)}` : '/login'} replace />;
  }
  return <SignedIn key={userId} />;
}
