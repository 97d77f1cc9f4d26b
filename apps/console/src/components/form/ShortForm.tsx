import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FormFrame } from './use-server-form.ts';

interface ShortFormProps {
  /** What it is for, for screen readers. */
  label: string;
  form: FormFrame;
  children: ReactNode;
}

/** A form of one or two fields: the first wrong one takes the focus instead of a summary. The rest is shown at the top. */
export function ShortForm({ label, form, children }: ShortFormProps) {
  const { problems, attempt } = form.summary;
  const wrong = problems.find(({ field }) => field !== undefined)?.field;
  const others = problems.filter(({ field }) => field === undefined);
  const focusWrong = useEffectEvent(() => {
    if (wrong !== undefined) document.getElementById(wrong)?.focus();
  });
  // At an attempt only: a field that is put right must not move the focus to the next one.
  useEffect(() => focusWrong(), [attempt]);
  return (
    <form
      className="stack"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {others.length > 0 && (
        <Alert color="danger" role="alert">
          {others.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
      {children}
    </form>
  );
}
