import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ChangePasswordForm } from '../../domain/auth/ChangePasswordForm.tsx';
import { refetchMe, signOut } from '../../lib/session/session.ts';
import { useDocumentTitle } from '../../lib/hooks/use-document-title.ts';
import { AuthFrame } from './AuthFrame.tsx';

/** First sign-in with a password set by an administrator: nothing else opens before it is changed. */
export function ChangePasswordPage() {
  const queryClient = useQueryClient();
  useDocumentTitle('Change password');
  return (
    <AuthFrame>
      <Stack gap="md">
        <Title order={1}>Change your password</Title>
        <Text c="dimmed">
          Your password was set by somebody else. Choose one that only you know before you continue.
        </Text>
        <ChangePasswordForm wide onChanged={() => void refetchMe(queryClient)}>
          <Anchor component="button" type="button" onClick={signOut}>
            Log out
          </Anchor>
        </ChangePasswordForm>
      </Stack>
    </AuthFrame>
  );
}
