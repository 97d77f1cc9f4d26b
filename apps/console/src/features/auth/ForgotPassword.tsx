import { Alert, Anchor, Stack, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { RequestCodeForm } from './RequestCodeForm.tsx';
import { ResetForm } from './ResetForm.tsx';

const BACK_TO_LOGIN_MS = 2000;

/** Ask for a code, then give it with a new password. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  /** The phone number that the code was sent to. */
  const [phone, setPhone] = useState<string>();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onBack, BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [done, onBack]);

  return (
    <Stack gap="md">
      <Title order={1}>Reset password</Title>
      {phone === undefined && <RequestCodeForm onSent={setPhone} />}
      {phone !== undefined && !done && <ResetForm phone={phone} onReset={() => setDone(true)} />}
      {done && (
        <Alert color="accent" role="status">
          Password reset successful
        </Alert>
      )}
      <Anchor component="button" type="button" onClick={onBack}>
        Back to login
      </Anchor>
    </Stack>
  );
}
