import { useEffect, useEffectEvent, useState } from 'react';
import { FormElement, ShortForm } from '../../components/form/ShortForm.tsx';
import { FormErrorSummary } from '../../components/form/FormErrorSummary.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { Note } from '../../components/page/Note.tsx';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { TextField } from '../../components/plain/TextField.tsx';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { useRequest } from '../../lib/http/use-request.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { requestResetCode, resetPassword } from './api.ts';
import { AuthTitle, PhoneField } from './AuthFrame.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { ApiError, errorMessage } from '../../lib/http/api-error.ts';
import { RESET_WINDOW_MINUTES, resetWaitSeconds } from '@ec/contract/auth/reset-codes';

/** When reset codes were requested here, by phone number. In the memory of the tab alone: a device that is shared keeps no phone numbers. */
const requests = new Map<string, number[]>();

const keyOf = (phone: string) => phone.replaceAll(/\D/g, '').slice(-10);
const requestsFor = (phone: string): readonly number[] => requests.get(keyOf(phone)) ?? [];

function noteResetRequest(phone: string, now = Date.now()): void {
  const since = now - RESET_WINDOW_MINUTES * 60_000;
  requests.set(keyOf(phone), [...requestsFor(phone).filter((at) => at > since), now]);
}

/** Seconds until the server sends another reset code to the phone. */
const resetWait = (phone: string, now: number): number => resetWaitSeconds(requestsFor(phone), now);

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Requests another reset code for the phone, once the server would send one. */
function SendAgain({ phone }: { phone: string }) {
  const smsLeaves = useSmsLeaves();
  const [said, setSaid] = useState('');
  /** When the server takes another call of this device; milliseconds. */
  const [free, setFree] = useState(0);
  const now = useNow();
  const request = useRequest(requestResetCode);
  const wait = Math.max(resetWait(phone, now), Math.ceil((free - now) / 1000));
  const again = () => {
    setSaid('');
    request.mutate(phone, {
      onSuccess: () => {
        noteResetRequest(phone);
        setSaid(
          smsLeaves
            ? 'If this number has an account, another code was sent to it. Only the newest one is valid.'
            : 'If this number has an account, there is another code. Only the newest one is valid.',
        );
      },
      onError: (error) => {
        if (error instanceof ApiError) setFree(Date.now() + error.waitSeconds * 1000);
        setSaid(errorMessage(error, 'Failed to send reset code'));
      },
      onSettled: () => undefined,
    });
  };
  return (
    <>
      <p role="status" className="quiet" hidden={said === ''}>
        {said}
      </p>
      <PlainButton kind="link" loading={request.isPending} resting={wait > 0} onClick={again}>
        {wait > 0 ? `Send again in ${clock(wait)}` : 'Send again'}
      </PlainButton>
    </>
  );
}

/** Without a gateway the code is in the server's log, which only its operators can read. */
const NO_SMS =
  'No SMS gateway is set up, so no code reaches your phone. Ask your administrator for a new password, or the server administrator for your code.';

interface ForgotPasswordProps {
  /** The phone number typed so far. */
  phone: string;
  onReset: (phone: string) => void;
  onBack: (phone: string) => void;
}

/** Requests a code, then takes it with a new password. */
export function ForgotPassword({ phone: typed, onReset, onBack }: ForgotPasswordProps) {
  const [phone, setPhone] = useState(typed);
  const [sent, setSent] = useState(false);
  const toCode = (to: string) => {
    noteResetRequest(to);
    setPhone(to);
    setSent(true);
  };
  return (
    <>
      <AuthTitle>Reset password</AuthTitle>
      {sent ? (
        <ResetForm phone={phone} onReset={() => onReset(phone)} onChangeNumber={() => setSent(false)} />
      ) : (
        <RequestCodeForm phone={phone} onType={setPhone} onSent={toCode} />
      )}
      <PlainButton kind="link" onClick={() => onBack(phone)}>
        Back to login
      </PlainButton>
    </>
  );
}

interface RequestCodeProps {
  phone: string;
  onType: (phone: string) => void;
  onSent: (phone: string) => void;
}

/** Sends a code to the phone of an account. */
function RequestCodeForm({ phone, onType, onSent }: RequestCodeProps) {
  const smsLeaves = useSmsLeaves();
  const form = useServerForm({
    id: 'forgot',
    start: { phoneNumber: '' },
    typed: { phoneNumber: phone },
    check: ({ phoneNumber }) => (phoneNumber.trim() === '' ? { phoneNumber: 'Phone number is required' } : {}),
    body: ({ phoneNumber }) => phoneNumber.trim(),
    request: useRequest(requestResetCode),
    failed: 'Failed to send reset code',
    onChange: ({ phoneNumber }) => onType(phoneNumber),
    onDone: (_, { phoneNumber }) => onSent(phoneNumber.trim()),
  });
  return (
    <ShortForm label="Ask for a code" form={form}>
      <p className="dim">
        {smsLeaves ? 'Enter the phone number of your account. A 6-digit code will be sent to it.' : NO_SMS}
      </p>
      <PhoneField autoFocus {...form.field('phoneNumber')} />
      <PlainButton kind="filled" type="submit" loading={form.busy}>
        Send reset code
      </PlainButton>
    </ShortForm>
  );
}

/** The success is read before the form gives way to the sign-in. */
const CLOSES_AFTER_MS = 2000;

interface ResetFormProps {
  phone: string;
  onReset: () => void;
  onChangeNumber: () => void;
}

/** The code that came to the phone, with a new password. */
function ResetForm({ phone, onReset, onChangeNumber }: ResetFormProps) {
  const smsLeaves = useSmsLeaves();
  const [done, setDone] = useState(false);
  const leave = useEffectEvent(onReset);
  const form = useServerForm({
    id: 'reset',
    start: { resetCode: '', ...NO_PASSWORD },
    check: ({ resetCode, ...password }) => ({
      ...(resetCode.length !== 6 && { resetCode: 'The code has 6 digits' }),
      ...checkNewPassword(password),
    }),
    body: ({ resetCode, new: password }) => ({ phoneNumber: phone, resetCode, newPassword: password }),
    at: passwordField,
    codes: ABOUT_THE_PASSWORD,
    request: useRequest(resetPassword),
    failed: 'Failed to reset password',
    onDone: () => setDone(true),
  });
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => leave(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (done) {
    return (
      <Note kind="ok" role="status">
        Password reset successful
      </Note>
    );
  }
  return (
    <FormElement label="Reset password" form={form}>
      <FormErrorSummary {...form.summary} />
      <p className="dim">
        {smsLeaves
          ? `If ${phone} belongs to an account, a code is on its way there. Enter it with a new password.`
          : NO_SMS}
      </p>
      <TextField
        label="Reset code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        {...form.field('resetCode')}
        onChange={(event) => form.set({ resetCode: digitsOnly(event.currentTarget.value) })}
      />
      <NewPasswordFields form={form} />
      <PlainButton kind="filled" type="submit" loading={form.busy}>
        Reset password
      </PlainButton>
      <SendAgain phone={phone} />
      <PlainButton kind="link" onClick={onChangeNumber}>
        Change number
      </PlainButton>
    </FormElement>
  );
}
