import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../../components/form/Form.tsx';
import { PasswordField } from '../../components/form/PasswordField.tsx';
import { useServerForm } from '../../components/form/use-server-form.ts';
import { digitsOnly } from '../../lib/format/digits-only.ts';

/** `first` is the code that proves a new authenticator; `any` may be a recovery code too. */
type CodeKind = 'first' | 'any';

export interface Proofs {
  password: string;
  code: string;
}

interface ProofFormProps<Answer> {
  /** Names the form for screen readers. */
  label: string;
  password?: boolean;
  code?: CodeKind;
  submitLabel: string;
  danger?: boolean;
  request: Parameters<typeof useServerForm<Proofs, Proofs, Answer>>[0]['request'];
  onDone: (answer: Answer) => void;
  /** The button beside the other: closes, or goes a step back. */
  back: { label: string; onClick: () => void };
  /** The text above the fields. */
  children: ReactNode;
}

const CODES = {
  first: { label: 'Code from the app', hint: 'The 6 digits that the app shows now' },
  any: { label: 'Verification code', hint: 'The 6 digits of your authenticator app, or one of your recovery codes' },
} as const;

function codeProblem(kind: CodeKind, code: string): string | undefined {
  if (code.trim() === '') return 'The code is required';
  return kind === 'first' && code.length < 6 ? 'The code has 6 digits' : undefined;
}

/** Authenticates the user again: by password, a code, or both. */
export function ProofForm<Answer>(props: ProofFormProps<Answer>) {
  const { label, password: asksPassword = false, code: codeKind, submitLabel, danger = false } = props;
  const { request, onDone, back, children } = props;
  const form = useServerForm<Proofs, Proofs, Answer>({
    id: 'proof',
    start: { password: '', code: '' },
    check: ({ password, code }) => ({
      ...(asksPassword && password === '' && { password: 'Password is required' }),
      ...(codeKind && { code: codeProblem(codeKind, code) }),
    }),
    body: ({ password, code }) => ({ password, code: code.trim() }),
    codes: { WRONG_PASSWORD: 'password', BAD_AUTHENTICATOR_CODE: 'code' },
    request,
    failed: 'This could not be confirmed',
    onDone,
  });
  return (
    <Form label={label} form={form}>
      {children}
      {asksPassword && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          autoFocus
          data-autofocus
          {...form.field('password')}
        />
      )}
      {codeKind && (
        <TextInput
          label={CODES[codeKind].label}
          description={CODES[codeKind].hint}
          inputMode={codeKind === 'first' ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          maxLength={32}
          required
          autoFocus={codeKind === 'first'}
          {...form.field('code')}
          onChange={({ currentTarget: { value } }) =>
            form.set({ code: codeKind === 'first' ? digitsOnly(value) : value })
          }
        />
      )}
      <div className="end">
        <Button variant="default" onClick={back.onClick} disabled={form.busy}>
          {back.label}
        </Button>
        <Button type="submit" color={danger ? 'danger' : 'accent'} loading={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
