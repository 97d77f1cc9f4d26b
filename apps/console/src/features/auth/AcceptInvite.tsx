import { FormElement } from '../../components/form/ShortForm.tsx';
import { FormErrorSummary } from '../../components/form/FormErrorSummary.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { TextField } from '../../components/plain/TextField.tsx';
import {
  ABOUT_THE_PASSWORD,
  checkNewPassword,
  NewPasswordFields,
  NO_PASSWORD,
  passwordField,
} from '../../domain/auth/NewPasswordFields.tsx';
import { useRequest } from '../../lib/http/use-request.ts';
import { acceptInvite } from './api.ts';
import { AuthTitle, PhoneField } from './AuthFrame.tsx';

interface AcceptInviteProps {
  /** The code of the link that was followed; empty where it is to be typed. */
  code: string;
  /** The phone number typed so far. */
  phone: string;
  onAccepted: (phone: string, message: string) => void;
  onBack: (phone: string) => void;
}

/** An invited user sets their first password. */
export function AcceptInvite({ code, phone, onAccepted, onBack }: AcceptInviteProps) {
  const form = useServerForm({
    id: 'invite',
    start: { phoneNumber: '', inviteCode: code, ...NO_PASSWORD },
    typed: { phoneNumber: phone },
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
    request: useRequest(acceptInvite),
    failed: 'Failed to use the invite code',
    onDone: ({ message }, { phoneNumber }) => onAccepted(phoneNumber.trim(), message),
  });
  return (
    <>
      <AuthTitle>Choose your password</AuthTitle>
      <p className="dim">
        Enter the invite code that your administrator gave you, with the phone number of your account.
      </p>
      <FormElement label="Choose your password" form={form}>
        <FormErrorSummary {...form.summary} />
        <PhoneField autoFocus {...form.field('phoneNumber')} />
        <TextField
          label="Invite code"
          placeholder="ABCDE-FGHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          required
          {...form.field('inviteCode')}
        />
        <NewPasswordFields form={form} />
        <PlainButton kind="filled" type="submit" loading={form.busy}>
          Set password
        </PlainButton>
      </FormElement>
      <PlainButton kind="link" onClick={() => onBack(form.values.phoneNumber)}>
        Back to login
      </PlainButton>
    </>
  );
}
