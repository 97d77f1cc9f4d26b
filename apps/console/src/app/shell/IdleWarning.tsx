import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { markActivity, watchIdle } from '../../lib/idle.ts';
import { refetchMe, signOut, useCurrentMe } from '../../lib/session.ts';
import { clearSession } from '../../lib/session-store.ts';

/** Ends the session after the set time without input; warns a minute before. */
export function IdleWarning() {
  const queryClient = useQueryClient();
  const timeoutMs = useCurrentMe().system.sessionTimeoutMinutes * 60_000;
  const [warning, setWarning] = useState(false);

  useEffect(
    () =>
      watchIdle({
        timeoutMs,
        onWarning: setWarning,
        onActive: () => void refetchMe(queryClient),
        onIdle: () => {
          void api.post('/auth/logout', { timeoutMs: 3000 }).catch(() => undefined);
          clearSession('idle');
        },
      }),
    [timeoutMs, queryClient],
  );

  const stay = () => {
    markActivity();
    setWarning(false);
    void refetchMe(queryClient);
  };
  return (
    <Modal opened={warning} onClose={stay} title="Are you still there?" withCloseButton={false}>
      <Text mb="md">Nothing was entered for a while. In one minute you will be signed out.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void signOut()}>
          Log out
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  );
}
