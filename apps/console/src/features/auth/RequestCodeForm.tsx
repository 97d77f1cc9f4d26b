import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { requestResetCode } from './api.ts';
import { FormAlert } from '../../components/form/FormAlert.tsx';

interface RequestCodeFormProps {
  phone: string;
  onPhone: (phone: string) => void;
  onSent: () => void;
}

export function RequestCodeForm({ phone, onPhone, onSent }: RequestCodeFormProps) {
  const request = useMutation({ mutationFn: requestResetCode, onSuccess: onSent });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phone.trim()) request.mutate(phone.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">Enter the phone number of your account. A 6-digit code will be sent to it.</Text>
        <FormAlert error={request.error} fallback="Failed to send reset code" />
        <TextInput
          label="Phone number"
          placeholder="0803 123 4567"
          type="tel"
          name="username"
          autoComplete="username"
          required
          size="md"
          autoFocus
          value={phone}
          onChange={(event) => onPhone(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={!phone.trim()} loading={request.isPending}>
          Send reset code
        </Button>
      </Stack>
    </form>
  );
}
