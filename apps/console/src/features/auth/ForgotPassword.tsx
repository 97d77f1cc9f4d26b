import { Alert, Anchor, Stack, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { RequestCodeForm } from './RequestCodeForm.tsx';
import { ResetForm } from './ResetForm.tsx';

const BACK_TO_LOGIN_MS = 2000;

/** Ask for a code, then give it with a new password. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const [phone, setPhone] = useState('');
  const [step, setStep] = useState<'request' | 'verify' | 'done'>('request');

  useEffect(() => {
    if (step !== 'done') return;
    const timer = setTimeout(onBack, BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [step, onBack]);

  return (
    <Stack gap="md">
      <Title order={1}>Reset password</Title>
      {step === 'request' && <RequestCodeForm phone={phone} onPhone={setPhone} onSent={() => setStep('verify')} />}
      {step === 'verify' && <ResetForm phone={phone} onReset={() => setStep('done')} />}
      {step === 'done' && (
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
