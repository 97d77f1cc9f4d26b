import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { signOut } from '../../lib/session/session.ts';

/** On a shared phone, an invited user must not use the account that is still signed in. */
export function InviteWhileSignedIn() {
  return (
    <Stack gap="md">
      <Title order={1}>A user is signed in here</Title>
      <Text c="dimmed">Log out first to choose your password with the invite code, or go on as who is signed in.</Text>
      <Button fullWidth onClick={signOut}>
        Log out and use the invite code
      </Button>
      <Button fullWidth variant="default" component={Link} to="/dashboard">
        Open the console
      </Button>
    </Stack>
  );
}
