import type { ReactNode } from 'react';
import type { FormFrame } from './use-server-form.ts';

export interface FormElementProps {
  /** What it is for, for screen readers. */
  label: string;
  form: FormFrame;
  children: ReactNode;
}

/** The form element, submitted only by its script: with the method `dialog` the browser never writes typed values into the address. */
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
