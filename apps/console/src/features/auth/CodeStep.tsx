import { ShortForm } from '../../components/form/ShortForm.tsx';
import { PlainButton } from '../../components/plain/PlainButton.tsx';
import { TextField } from '../../components/plain/TextField.tsx';
import { digitsOnly } from '../../lib/format/digits-only.ts';
import { useSmsLeaves } from '../../lib/session/system.ts';
import { AuthTitle } from './AuthFrame.tsx';
import type { CodeMethod, SignInForm } from './use-sign-in.ts';

interface CodeStepProps {
  form: SignInForm;
  method: CodeMethod;
  onCancel: () => void;
}

export function CodeStep({ form, method, onCancel }: CodeStepProps) {
  const { recovery } = form.values;
  const smsLeaves = useSmsLeaves();
  return (
    <ShortForm label="Second step" form={form}>
      <AuthTitle>Verification code</AuthTitle>
      <p className="dim">
        {method === 'sms'
          ? smsLeaves
            ? 'Enter the 6-digit code that was sent to your phone.'
            : 'No SMS gateway is set up, so no code reaches your phone. Ask the server administrator for your 6-digit code.'
          : recovery
            ? 'Enter one of the recovery codes you kept. Each works once.'
            : 'Enter the 6-digit code of your authenticator app.'}
      </p>
      {recovery ? (
        <TextField
          key="recovery"
          label="Recovery code"
          autoComplete="off"
          maxLength={32}
          required
          autoFocus
          {...form.field('recoveryCode')}
        />
      ) : (
        <TextField
          key="code"
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          {...form.field('code')}
          onChange={(event) => form.set({ code: digitsOnly(event.currentTarget.value) })}
        />
      )}
      <PlainButton kind="filled" type="submit" loading={form.busy}>
        Verify
      </PlainButton>
      {method === 'authenticator' && (
        <PlainButton kind="link" onClick={() => form.set({ code: '', recoveryCode: '', recovery: !recovery })}>
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </PlainButton>
      )}
      <PlainButton kind="default" onClick={onCancel}>
        Cancel
      </PlainButton>
    </ShortForm>
  );
}
