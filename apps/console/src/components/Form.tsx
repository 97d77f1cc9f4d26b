import { type ReactNode, useId } from 'react';
import styles from './Form.module.css';

interface FormProps {
  /** What it is for, for screen readers. */
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form that says itself what is wrong with it, in the words of its fields and its summary. */
export function Form({ label, onSubmit, children }: FormProps) {
  return (
    <form
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface FieldGroupProps {
  legend: string;
  /** Where a summary of errors leads to the whole of it. */
  id?: string;
  children: ReactNode;
}

/** Fields that belong together, in a frame with their name. */
export function FieldGroup({ legend, id, children }: FieldGroupProps) {
  return (
    <fieldset className={styles.group} {...(id !== undefined && { id, tabIndex: -1 })}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** What one should know about a form or a part of it; as news where it follows what is typed. */
export function FormHint({ children, news = false }: { children: ReactNode; news?: boolean }) {
  return (
    <p className={styles.hint} {...(news && { role: 'status' })}>
      {children}
    </p>
  );
}

/** The buttons at the end of a form or a dialog. */
export function FormFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}

interface ReasonedFootProps {
  /** Why the form cannot be sent yet. */
  reason: string | undefined;
  /** Gets the id of the reason, which describes the button. */
  children: (reasonId: string) => ReactNode;
}

/** The same, with the reason why the form cannot be sent yet. */
export function ReasonedFoot({ reason, children }: ReasonedFootProps) {
  const id = useId();
  return (
    <FormFoot>
      <span className={styles.reason} id={id} role="status">
        {reason}
      </span>
      {children(id)}
    </FormFoot>
  );
}
