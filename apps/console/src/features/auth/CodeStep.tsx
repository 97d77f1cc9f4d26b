import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { FormAlert } from '../../components/form/FormAlert.tsx';

interface CodeStepProps {
  method: 'authenticator' | 'sms';
  error: unknown;
  busy: boolean;
  onSubmit: (code: string) => void;
  onCancel: () => void;
}

export function CodeStep({ method, error, busy, onSubmit, onCancel }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [checked, setChecked] = useState(false);
  const problem = recovery
    ? code.trim() === '' && 'Recovery code is required'
    : code.length !== 6 && 'The code has 6 digits';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!problem) onSubmit(code.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Verification code</Title>
        <Text c="dimmed">
          {method === 'sms'
            ? 'Enter the 6-digit code that was sent to your phone.'
            : recovery
              ? 'Enter one of the recovery codes you kept. Each works once.'
              : 'Enter the 6-digit code of your authenticator app.'}
        </Text>
        <FormAlert error={error} fallback="Login failed. Please try again." />
        <TextInput
          key={recovery ? 'recovery' : 'code'}
          label={recovery ? 'Recovery code' : 'Verification code'}
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          maxLength={recovery ? 32 : undefined}
          required
          size="md"
          autoFocus
          value={code}
          onChange={(event) => setCode(recovery ? event.currentTarget.value : digitsOnly(event.currentTarget.value))}
          error={checked && problem}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Verify
        </Button>
        {method === 'authenticator' && (
          <Anchor
            component="button"
            type="button"
            onClick={() => {
              setRecovery(!recovery);
              setCode('');
              setChecked(false);
            }}
          >
            {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Anchor>
        )}
        <Button variant="default" size="md" fullWidth onClick={onCancel}>
          Cancel
        </Button>
      </Stack>
    </form>
  );
}
