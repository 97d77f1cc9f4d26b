import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'value' | 'onChange' | 'autoComplete'> {
  value: string;
  onChange: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be shown, with a word when caps lock is on. */
export function PasswordField({ value, onChange, ...props }: PasswordFieldProps) {
  const [capsLock, setCapsLock] = useState(false);
  const [visible, setVisible] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        'aria-label': visible ? 'Hide password' : 'Show password',
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      description={
        capsLock ? (
          <span role="status" className="old">
            Caps lock is on
          </span>
        ) : (
          props.description
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
    />
  );
}
