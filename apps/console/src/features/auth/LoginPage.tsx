import { useState } from 'react';
import { Note } from '../../components/page/Note.tsx';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { sessionEnd } from '../../lib/session/stored-session.ts';
import { AcceptInvite } from './AcceptInvite.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { endNotice, isWarning } from './end-notice.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SignIn } from './SignIn.tsx';
import type { Credentials } from './use-sign-in.ts';

const TITLES = { 'sign-in': 'Sign in', forgot: 'Reset password', invite: 'First sign-in' } as const;

const NOTHING_TYPED: Credentials = { phone: '', password: '' };

interface LoginPageProps {
  /** The code of the invite link that was followed; null where none was. */
  invite: string | null;
  /** What was typed before the page's script had come. */
  typed?: Credentials;
  /** The invite is used, or is not to be: it leaves the address. */
  onInviteLeft: () => void;
}

/**
 * Sign-in, the reset of a forgotten password, and the first password of an invited user. It stands before the rest of the console is loaded, so
 * it does without the UI kit, the router and the query client.
 */
export function LoginPage({ invite, typed = NOTHING_TYPED, onInviteLeft }: LoginPageProps) {
  const [view, setView] = useState<keyof typeof TITLES>(invite === null ? 'sign-in' : 'invite');
  const [moved, setMoved] = useState(false);
  const [phone, setPhone] = useState(typed.phone);
  const [notice, setNotice] = useState(() => (invite === null ? endNotice(sessionEnd()) : null));
  useDocumentTitle(TITLES[view]);

  /** Shows another view, which begins with the phone number typed so far. */
  const go = (to: keyof typeof TITLES, typed: string, message: string | null = null) => {
    if (view === 'invite') onInviteLeft();
    setPhone(typed);
    setNotice(message);
    setView(to);
    setMoved(true);
  };
  return (
    <AuthFrame>
      {notice && (
        <Note kind={!moved && isWarning(sessionEnd()) ? 'warn' : 'info'} role="status">
          {notice}
        </Note>
      )}
      {view === 'sign-in' && (
        <SignIn
          typed={{ phone, password: moved ? '' : typed.password }}
          arrives={moved}
          onForgot={(typed) => go('forgot', typed)}
          onInvite={(typed) => go('invite', typed)}
        />
      )}
      {view === 'forgot' && (
        <ForgotPassword
          phone={phone}
          onReset={(typed) => go('sign-in', typed, 'Password reset successful')}
          onBack={(typed) => go('sign-in', typed)}
        />
      )}
      {view === 'invite' && (
        <AcceptInvite
          code={invite ?? ''}
          phone={phone}
          onAccepted={(typed, message) => go('sign-in', typed, message)}
          onBack={(typed) => go('sign-in', typed)}
        />
      )}
    </AuthFrame>
  );
}
