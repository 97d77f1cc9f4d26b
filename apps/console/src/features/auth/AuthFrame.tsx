import type { ReactNode } from 'react';
import { useSystemName } from '../../lib/session/system.ts';
import styles from './AuthFrame.module.css';
import { TextField, type TextFieldProps } from '../../components/plain/TextField.tsx';

/** The narrow page of everything around signing in. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const name = useSystemName();
  return (
    <main className={styles.root}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          <span>{name}</span>
        </div>
        <div className={styles.paper}>{children}</div>
      </div>
    </main>
  );
}

/** The title of a page in the frame. */
export function AuthTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.heading}>{children}</h1>;
}

type PhoneFieldProps = Pick<TextFieldProps, 'id' | 'value' | 'error' | 'onChange' | 'autoFocus'>;

/** The phone number of the account, which is its user name. */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <TextField
      label="Phone number"
      placeholder="0803 123 4567"
      type="tel"
      inputMode="tel"
      name="username"
      autoComplete="username"
      required
      {...props}
    />
  );
}
