import { useQueryClient } from '@tanstack/react-query';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { ChangePasswordForm } from '../../domain/auth/ChangePasswordForm.tsx';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { refetchMe, signOut } from '../../lib/session/session.ts';
import { AuthFrame, AuthTitle } from './AuthFrame.tsx';

/** First sign-in with a password set by an administrator: nothing else opens before it is changed. */
export function ChangePasswordPage() {
  const queryClient = useQueryClient();
  useDocumentTitle('Change password');
  return (
    <AuthFrame>
      <AuthTitle>Change your password</AuthTitle>
      <p className="dim">Your password was set by another user. Choose one that only you know before you continue.</p>
      <ChangePasswordForm wide onChanged={() => void refetchMe(queryClient)}>
        <PlainButton kind="link" onClick={signOut}>
          Log out
        </PlainButton>
      </ChangePasswordForm>
    </AuthFrame>
  );
}
