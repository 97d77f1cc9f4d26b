import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Form } from '../../components/form/Form.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { errorMessage } from '../../lib/http/api-error.ts';
import { requestResetCode, resetPassword } from './api.ts';

const BACK_TO_LOGIN_MS = 2000;
/** As long as an SMS may take; another one before that comes twice. */
const SEND_AGAIN_SECONDS = 60;

interface ForgotPasswordProps {
  /** The phone number to begin with. */
  phone: string;
  onPhone: (phone: string) => void;
  onBack: () => void;
}

/** Ask for a code, then give it with a new password. */
export function ForgotPassword({ phone, onPhone, onBack }: ForgotPasswordProps) {
  /** When the code was sent to the phone number; null before that. */
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [done, setDone] = useState(false);
  const sent = (to: string) => {
    onPhone(to);
    setSentAt(Date.now());
  };

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onBack, BACK_TO_LOGIN_MS);
    return () => clearTimeout(timer);
  }, [done, onBack]);

  return (
    <Stack gap="md">
      <Title order={1}>Reset password</Title>
      {sentAt === null && <RequestCodeForm phone={phone} onSent={sent} />}
      {sentAt !== null && !done && (
        <>
          <ResetForm phone={phone} onReset={() => setDone(true)} />
          <SendAgain phone={phone} sentAt={sentAt} onSent={() => setSentAt(Date.now())} />
          <Anchor component="button" type="button" onClick={() => setSentAt(null)}>
            Change number
          </Anchor>
        </>
      )}
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

/** Sends a code to the phone of an account. */
function RequestCodeForm({ phone, onSent }: { phone: string; onSent: (phone: string) => void }) {
  const form = useServerForm({
    id: 'forgot',
    start: { phoneNumber: phone },
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

/** Asks for another code, once the first has had its time to arrive. */
function SendAgain({ phone, sentAt, onSent }: { phone: string; sentAt: number; onSent: () => void }) {
  const wait = Math.max(0, SEND_AGAIN_SECONDS - Math.floor((useNow() - sentAt) / 1000));
  const [said, setSaid] = useState<string | null>(null);
  const again = useMutation({
    mutationFn: () => requestResetCode(phone),
    onSuccess: () => {
      setSaid('If the number belongs to an account, another code is on its way.');
      onSent();
    },
    onError: (error) => setSaid(errorMessage(error, 'Failed to send reset code')),
  });
  return (
    <>
      <Button variant="default" size="md" disabled={wait > 0} loading={again.isPending} onClick={() => again.mutate()}>
        {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
      </Button>
      <span role="status" className="quiet">
        {said}
      </span>
    </>
  );
}

/** The code that came to the phone, with a new password. */
function ResetForm({ phone, onReset }: { phone: string; onReset: () => void }) {
  const form = useServerForm({
    id: 'reset',
    start: { resetCode: '', ...NO_PASSWORD },
    check: ({ resetCode, ...password }) => ({
      ...(resetCode.length !== 6 && { resetCode: 'The code has 6 digits' }),
      ...checkNewPassword(password),
    }),
    body: ({ resetCode, new: password }) => ({ phoneNumber: phone.trim(), resetCode, newPassword: password }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: useMutation({ mutationFn: resetPassword }),
    failed: 'Failed to reset password',
    onDone: onReset,
  });
  return (
    <Form label="Reset password" form={form}>
      <Text c="dimmed">
        If {phone} belongs to an account, a code is on its way there. Enter it with a new password.
      </Text>
      <TextInput
        label="Reset code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        size="md"
        autoFocus
        {...form.field('resetCode')}
        onChange={(event) => form.set({ resetCode: digitsOnly(event.currentTarget.value) })}
      />
      <NewPasswordFields form={form} />
      <Button type="submit" size="md" fullWidth loading={form.busy}>
        Reset password
      </Button>
    </Form>
  );
}
