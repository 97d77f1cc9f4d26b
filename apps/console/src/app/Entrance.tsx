import { useState } from 'react';
import { LoginPage } from '../features/auth/LoginPage.tsx';

/** What was typed into the sign-in page of the document before its script had come; empty where there is none. */
function typedEarly(): { phone: string; password: string } {
  const of = (name: string) => document.querySelector<HTMLInputElement>(`#root input[name="${name}"]`)?.value ?? '';
  return { phone: of('username'), password: of('password') };
}

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
