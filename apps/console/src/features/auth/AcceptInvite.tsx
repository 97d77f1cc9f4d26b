import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { NewPasswordFields } from '../../components/NewPasswordFields.tsx';
import { errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { checkNewPassword, newPasswordRefusal } from '../../lib/new-password.ts';
import { acceptInvite } from './api.ts';

interface AcceptInviteProps {
  /** The code of the link that was followed; empty where it is to be typed. */
  code: string;
  onAccepted: (phone: string, message: string) => void;
  onBack: () => void;
}

/** The first password of somebody whom an administrator has invited. */
export function AcceptInvite({ code, onAccepted, onBack }: AcceptInviteProps) {
  const [phone, setPhone] = useState('');
  const [inviteCode, setInviteCode] = useState(code);
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const countAttempt = () => setAttempt((count) => count + 1);
  const accept = useMutation({
    mutationFn: acceptInvite,
    onSuccess: ({ message }) => onAccepted(phone.trim(), message),
    onError: countAttempt,
  });

  const found = checkNewPassword(password, repeated);
  const missing = {
    phone: phone.trim() ? undefined : 'Phone number is required',
    code: inviteCode.trim() ? undefined : 'Invite code is required',
  };
  const refused = fieldErrors(accept.error);
  const errors = {
    'invite-phone': (checked && missing.phone) || refused.phoneNumber,
    'invite-code': (checked && missing.code) || refused.inviteCode,
    'invite-new': newPasswordRefusal(accept.error) ?? (checked && found.password),
    'invite-repeated': checked && found.repeated,
  };
  const listed = Object.entries(errors).flatMap(([field, message]) => (message ? [{ field, message }] : []));
  const whole = accept.error && listed.length === 0;
  const problems = whole ? [{ message: errorMessage(accept.error, 'Failed to use the invite code') }] : listed;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.reset();
    setChecked(true);
    if (missing.phone || missing.code || found.password || found.repeated) countAttempt();
    else accept.mutate({ phoneNumber: phone.trim(), inviteCode: inviteCode.trim(), newPassword: password });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Choose your password</Title>
        <Text c="dimmed">
          An administrator has sent you an invite code. Enter it with the phone number that it was sent to.
        </Text>
        <FormErrorSummary problems={problems} attempt={attempt} />
        <TextInput
          id="invite-phone"
          label="Phone number"
          placeholder="0803 123 4567"
          type="tel"
          inputMode="tel"
          name="username"
          autoComplete="username"
          required
          size="md"
          autoFocus
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
          error={errors['invite-phone']}
        />
        <TextInput
          id="invite-code"
          label="Invite code"
          placeholder="ABCDE-FGHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          required
          size="md"
          value={inviteCode}
          onChange={(event) => setInviteCode(event.currentTarget.value)}
          error={errors['invite-code']}
        />
        <NewPasswordFields
          id="invite"
          password={password}
          repeated={repeated}
          onPassword={setPassword}
          onRepeated={setRepeated}
          errors={{ password: errors['invite-new'], repeated: errors['invite-repeated'] }}
        />
        <Button type="submit" size="md" fullWidth loading={accept.isPending}>
          Set password
        </Button>
        <Anchor component="button" type="button" onClick={onBack}>
          Back to login
        </Anchor>
      </Stack>
    </form>
  );
}
