import { useState } from 'react';
import { LoginPage } from '../features/auth/LoginPage.tsx';

/** The sign-in page before the console is loaded. */
export function Entrance() {
  const [invite, setInvite] = useState(() => new URLSearchParams(window.location.search).get('invite'));
  const leaveInvite = () => {
    setInvite(null);
    window.history.replaceState(null, '', '/login');
  };
  return <LoginPage invite={invite} onInviteLeft={leaveInvite} />;
}
