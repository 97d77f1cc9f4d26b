import '@mantine/core/styles/Burger.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Navigate, useLocation } from 'react-router';
import { signInAddress } from '../../lib/session/stored-session.ts';
import { useSignedInId } from '../../lib/session/session-store.ts';
import '../patterns/pages.css';
import { SignedIn } from './SignedIn.tsx';

/** Everything behind sign-in. Who is not signed in goes to /login, and after a session that ended comes back here. */
export function Shell() {
  const userId = useSignedInId();
  const location = useLocation();
  if (!userId) return <Navigate to={signInAddress(location)} replace />;
  return <SignedIn key={userId} />;
}
