import type { ReactNode } from 'react';
import type { FormFrame } from './use-server-form.ts';

export interface FormElementProps {
  /** What it is for, for screen readers. */
  label: string;
  form: FormFrame;
  children: ReactNode;
}

/** The form itself, sent by its script alone: by the method `dialog` the browser writes nothing that is typed into the address before that has come. */
export function FormElement({ label, form, children }: FormElementProps) {
  return (
    <form
      className="stack"
      method="dialog"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {children}
    </form>
  );
}
