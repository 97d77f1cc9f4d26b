import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { FormErrorSummary } from '../../components/form/FormErrorSummary.tsx';
import type { FormFrame } from '../../components/form/use-server-form.ts';
import { Notice } from '../../components/plain/Notice.tsx';

interface AuthFormProps {
  /** What it is for, for screen readers. */
  label: string;
  form: FormFrame;
  /** One or two fields: the first wrong one takes the focus instead of a summary. */
  short?: boolean;
  children: ReactNode;
}

/** A form of the pages before sign-in. */
export function AuthForm({ label, form, short = false, children }: AuthFormProps) {
  const { problems, attempt } = form.summary;
  const wrong = problems.find(({ field }) => field !== undefined)?.field;
  const others = problems.filter(({ field }) => field === undefined);
  const focusWrong = useEffectEvent(() => {
    if (short && wrong !== undefined) document.getElementById(wrong)?.focus();
  });
  // At an attempt only: a field that is put right must not move the focus to the next one.
  useEffect(() => focusWrong(), [attempt]);
  return (
    <form
      className="stack"
      // Sent by the script alone: without it, the browser would write what is typed into the address.
      method="dialog"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {short ? (
        others.length > 0 && (
          <Notice tone="danger" role="alert">
            {others.map(({ message }) => (
              <div key={message}>{message}</div>
            ))}
          </Notice>
        )
      ) : (
        <FormErrorSummary {...form.summary} />
      )}
      {children}
    </form>
  );
}
