import type { ComponentProps, ReactNode } from 'react';
import styles from './plain.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'value'> {
  id: string;
  value: string;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  /** A button at the end of the field. */
  children?: ReactNode;
}

/** A field with its label, hint and error, without the UI kit. */
export function TextField({ label, description, error, children, ...input }: TextFieldProps) {
  const { id, required } = input;
  const about = [description ? `${id}-description` : null, error ? `${id}-error` : null].filter(
    (part) => part !== null,
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <span className="bad" aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      <div className={`holds ${styles.box}`}>
        <input
          {...input}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={about.length > 0 ? about.join(' ') : undefined}
        />
        {children}
      </div>
      {description && (
        <p id={`${id}-description`} className={`dim ${styles.description}`}>
          {description}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={`bad ${styles.error}`}>
          {error}
        </p>
      )}
    </div>
  );
}
