import { Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { requestResetCode } from './api.ts';

/** Sends a code to the phone of an account. */
export function RequestCodeForm({ onSent }: { onSent: (phone: string) => void }) {
  const form = useServerForm({
    id: 'forgot',
    start: { phoneNumber: '' },
    body: ({ phoneNumber }) => phoneNumber.trim() || null,
    request: useMutation({ mutationFn: requestResetCode }),
    failed: 'Failed to send reset code',
    onDone: (_, { phoneNumber }) => onSent(phoneNumber),
  });
  return (
    <ShortForm label="Ask for a code" form={form}>
      <Text c="dimmed">Enter the phone number of your account. A 6-digit code will be sent to it.</Text>
      <TextInput
        label="Phone number"
        placeholder="0803 123 4567"
        type="tel"
        name="username"
        autoComplete="username"
        required
        size="md"
        autoFocus
        {...form.field('phoneNumber')}
      />
      <Button type="submit" size="md" fullWidth disabled={!form.values.phoneNumber.trim()} loading={form.busy}>
        Send reset code
      </Button>
    </ShortForm>
  );
}
