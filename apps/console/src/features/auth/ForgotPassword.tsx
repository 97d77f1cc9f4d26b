import { useEffect, useEffectEvent, useState } from 'react';
import { FormElement } from '../../components/form/FormElement.tsx';
import { FormErrorSummary } from '../../components/form/FormErrorSummary.tsx';
import { ShortForm } from '../../components/form/ShortForm.tsx';
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
import { AuthTitle } from './AuthFrame.tsx';
import { PhoneField } from './PhoneField.tsx';
import { noteResetRequest } from './reset-requests.ts';
import { SendAgain } from './SendAgain.tsx';

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
