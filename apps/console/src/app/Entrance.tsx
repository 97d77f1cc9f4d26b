import { useState } from 'react';
import { typedEarly } from '../lib/session/typed-early.ts';
import { LoginPage } from '../features/auth/LoginPage.tsx';

/** The sign-in page before the console is loaded. */
export function Entrance() {
  const [invite, setInvite] = useState(() => new URLSearchParams(window.location.search).get('invite'));
  const [typed] = useState(typedEarly);
  const leaveInvite = () => {
    setInvite(null);
    window.history.replaceState(null, '', '/login');
  };
  return <LoginPage invite={invite} typed={typed} onInviteLeft={leaveInvite} />;
}
