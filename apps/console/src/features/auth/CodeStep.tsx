import { Anchor, Button, Text, TextInput, Title } from '@mantine/core';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import type { CodeMethod, SignInForm } from './use-sign-in.ts';

interface CodeStepProps {
  form: SignInForm;
  method: CodeMethod;
  onCancel: () => void;
}

export function CodeStep({ form, method, onCancel }: CodeStepProps) {
  const { recovery } = form.values;
  return (
    <ShortForm label="Second step" form={form}>
      <Title order={1}>Verification code</Title>
      <Text c="dimmed">
        {method === 'sms'
          ? 'Enter the 6-digit code that was sent to your phone.'
          : recovery
            ? 'Enter one of the recovery codes you kept. Each works once.'
            : 'Enter the 6-digit code of your authenticator app.'}
      </Text>
      {recovery ? (
        <TextInput
          key="recovery"
          label="Recovery code"
          autoComplete="off"
          maxLength={32}
          required
          size="md"
          autoFocus
          {...form.field('recoveryCode')}
        />
      ) : (
        <TextInput
          key="code"
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          size="md"
          autoFocus
          {...form.field('code')}
          onChange={(event) => form.set({ code: digitsOnly(event.currentTarget.value) })}
        />
      )}
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        Verify
      </Button>
      {method === 'authenticator' && (
        <Anchor
          component="button"
          type="button"
          onClick={() => form.set({ code: '', recoveryCode: '', recovery: !recovery })}
        >
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Anchor>
      )}
      <Button variant="default" size="md" fullWidth onClick={onCancel}>
        Cancel
      </Button>
    </ShortForm>
  );
}
