import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { Note } from '../page/Note.tsx';
import type { FormFrame } from './use-server-form.ts';

export interface FormElementProps {
  /** What it is for, for screen readers. */
  label: string;
  form: FormFrame;
  /** Ctrl or Cmd + Enter submits it from wherever the focus is in it. */
  byKeys?: boolean;
  children: ReactNode;
}

/** The form element, submitted only by its script: with the method `dialog` the browser never writes typed values into the address. */
export function FormElement({ label, form, byKeys = false, children }: FormElementProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, ctrlKey, metaKey, target, currentTarget } = event;
    // A dialog that the form opens is inside it for React, not on the page.
    if (key !== 'Enter' || !(ctrlKey || metaKey) || !(target instanceof Node && currentTarget.contains(target))) return;
    event.preventDefault();
    form.submit();
  };
  return (
    <form
      className="stack"
      method="dialog"
      aria-label={label}
      noValidate
      {...(byKeys && { onKeyDown })}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {children}
    </form>
  );
}

/** A form of one or two fields: the first wrong one takes the focus instead of a summary. The rest is shown at the top. */
export function ShortForm({ label, form, children }: FormElementProps) {
  const { problems, attempt } = form.summary;
  const wrong = problems.find(({ field }) => field !== undefined)?.field;
  const others = problems.filter(({ field }) => field === undefined);
  const focusWrong = useEffectEvent(() => {
    if (wrong !== undefined) document.getElementById(wrong)?.focus();
  });
  // At an attempt only: a field that is put right must not move the focus to the next one.
  useEffect(() => focusWrong(), [attempt]);
  return (
    <FormElement label={label} form={form}>
      {others.length > 0 && (
        <Note kind="bad" role="alert">
          {others.map(({ message }) => (
            <div key={message}>{message}</div>
          ))}
        </Note>
      )}
      {children}
    </FormElement>
  );
}
