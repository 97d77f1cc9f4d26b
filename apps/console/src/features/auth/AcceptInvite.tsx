import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Form } from '../../components/form/Form.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { acceptInvite } from './api.ts';

interface AcceptInviteProps {
  /** The code of the link that was followed; empty where it is to be typed. */
  code: string;
  onAccepted: (phone: string, message: string) => void;
  onBack: () => void;
}

/** An invited user sets their first password. */
export function AcceptInvite({ code, onAccepted, onBack }: AcceptInviteProps) {
  const form = useServerForm({
    id: 'invite',
    start: { phoneNumber: '', inviteCode: code, ...NO_PASSWORD },
    check: ({ phoneNumber, inviteCode, ...password }) => ({
      ...(phoneNumber.trim() === '' && { phoneNumber: 'Phone number is required' }),
      ...(inviteCode.trim() === '' && { inviteCode: 'Invite code is required' }),
      ...checkNewPassword(password),
    }),
    body: ({ phoneNumber, inviteCode, new: password }) => ({
      phoneNumber: phoneNumber.trim(),
      inviteCode: inviteCode.trim(),
      newPassword: password,
    }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: useMutation({ mutationFn: acceptInvite }),
    failed: 'Failed to use the invite code',
    onDone: ({ message }, { phoneNumber }) => onAccepted(phoneNumber.trim(), message),
  });
  return (
    <Stack gap="md">
      <Title order={1}>Choose your password</Title>
      <Text c="dimmed">
        An administrator has sent you an invite code. Enter it with the phone number that it was sent to.
      </Text>
      <Form label="Choose your password" form={form}>
        <TextInput
          label="Phone number"
          placeholder="0803 123 4567"
          type="tel"
          inputMode="tel"
          name="username"
          autoComplete="username"
          required
          size="md"
          autoFocus
          {...form.field('phoneNumber')}
        />
        <TextInput
          label="Invite code"
          placeholder="ABCDE-FGHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          required
          size="md"
          {...form.field('inviteCode')}
        />
        <NewPasswordFields form={form} />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          Set password
        </Button>
      </Form>
      <Anchor component="button" type="button" onClick={onBack}>
        Back to login
      </Anchor>
    </Stack>
  );
}
