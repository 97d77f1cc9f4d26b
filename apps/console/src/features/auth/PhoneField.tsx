import { TextField, type TextFieldProps } from '../../components/plain/TextField.tsx';

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
