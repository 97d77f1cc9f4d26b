import { type KeyboardEvent, useState } from 'react';
import { TextField, type TextFieldProps } from '../plain/TextField.tsx';
import styles from '../plain/plain.module.css';

interface PasswordFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'autoComplete' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown, with a word when caps lock is on. */
export function PasswordField({ value, onChange, description, ...props }: PasswordFieldProps) {
  const [capsLock, setCapsLock] = useState(false);
  const [visible, setVisible] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const caps = capsLock && (
    <span role="status" className="old">
      Caps lock is on
    </span>
  );
  return (
    <TextField
      {...props}
      type={visible ? 'text' : 'password'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      description={caps || description}
    >
      <button
        type="button"
        className={styles.inside}
        aria-label={visible ? 'Hide password' : 'Show password'}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        <Eye crossed={visible} />
      </button>
    </TextField>
  );
}

/** Of the UI kit, whose other icons it stands beside. */
const EYE =
  'M128 56c-80 0-112 72-112 72s32 72 112 72 112-72 112-72-32-72-112-72zM88 128a40 40 0 1 0 80 0a40 40 0 1 0-80 0';
const CROSSED =
  'M48 40l160 176M154.91 157.6a40 40 0 01-53.82-59.2M135.53 88.71a40 40 0 0132.3 35.53M208.61 169.1C230.41 149.58 240 128 240 128' +
  's-32-72-112-72a126 126 0 00-20.68 1.68M74 68.6C33.23 89.24 16 128 16 128s32 72 112 72a118.05 118.05 0 0054-12.6';

function Eye({ crossed }: { crossed: boolean }) {
  return (
    <svg viewBox="0 0 256 256" width="22" height="22" fill="none" stroke="currentColor" strokeWidth="16" aria-hidden>
      <path d={crossed ? CROSSED : EYE} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
