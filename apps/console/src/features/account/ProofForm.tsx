import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { FormErrorSummary } from '../../components/FormErrorSummary.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { ApiError, errorMessage, fieldErrors } from '../../lib/api-error.ts';
import { digitsOnly } from '../../lib/digits-only.ts';
import styles from './account.module.css';

/** `first` is the code that proves a new authenticator; `any` may be a recovery code too. */
type CodeKind = 'first' | 'any';

interface ProofFormProps {
  /** Names the form for screen readers. */
  label: string;
  password?: boolean;
  code?: CodeKind;
  submitLabel: string;
  danger?: boolean;
  /** What the server refused the last attempt with. */
  error: unknown;
  busy: boolean;
  onSubmit: (proofs: { password: string; code: string }) => void;
  /** The button beside the other: closes, or goes a step back. */
  back: { label: string; onClick: () => void };
  /** What is said above the fields. */
  children: ReactNode;
}

const CODES = {
  first: { label: 'Code from the app', hint: 'The 6 digits that the app shows now' },
  any: { label: 'Verification code', hint: 'The 6 digits of your authenticator app, or one of your recovery codes' },
} as const;

/** The server's refusals, beside the field that they are about. */
function refusals(error: unknown): { password?: string | undefined; code?: string | undefined } {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'WRONG_PASSWORD') return { password: error.message };
  if (error.code === 'BAD_AUTHENTICATOR_CODE') return { code: error.message };
  const { password, code } = fieldErrors(error);
  return { password, code };
}

/** Shows once more that it is the person themselves: by their password, a code, or both. */
export function ProofForm(props: ProofFormProps) {
  const { label, password: asksPassword = false, code: codeKind, submitLabel, danger = false } = props;
  const { error, busy, onSubmit, back, children } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (error) setAttempt((count) => count + 1);
  }, [error]);

  const missing = {
    password: asksPassword && !password ? 'Password is required' : undefined,
    code: codeKind && !code.trim() ? 'The code is required' : undefined,
  };
  const tooShort = codeKind === 'first' && code !== '' && code.length < 6 ? 'The code has 6 digits' : undefined;
  const refused = busy ? {} : refusals(error);
  const errors = {
    password: (checked && missing.password) || refused.password,
    code: (checked && (missing.code ?? tooShort)) || refused.code,
  };
  const listed = (['password', 'code'] as const).flatMap((field) => {
    const message = errors[field];
    return message ? [{ field: `proof-${field}`, message }] : [];
  });
  const general = error && !busy && !refused.password && !refused.code ? [{ message: errorMessage(error) }] : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (missing.password || missing.code || tooShort) setAttempt((count) => count + 1);
    else onSubmit({ password, code: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack gap="md">
        <FormErrorSummary problems={[...general, ...listed]} attempt={attempt} />
        {children}
        {asksPassword && (
          <PasswordField
            id="proof-password"
            label="Current password"
            autoComplete="current-password"
            required
            autoFocus
            data-autofocus
            value={password}
            onChange={setPassword}
            error={errors.password}
          />
        )}
        {codeKind && (
          <TextInput
            id="proof-code"
            label={CODES[codeKind].label}
            description={CODES[codeKind].hint}
            inputMode={codeKind === 'first' ? 'numeric' : 'text'}
            autoComplete="one-time-code"
            maxLength={32}
            required
            size="md"
            autoFocus={codeKind === 'first'}
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(codeKind === 'first' ? digitsOnly(value) : value)}
            error={errors.code}
          />
        )}
        <div className={styles.foot}>
          <Button variant="default" size="md" onClick={back.onClick} disabled={busy}>
            {back.label}
          </Button>
          <Button type="submit" size="md" color={danger ? 'danger' : 'accent'} loading={busy}>
            {submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
