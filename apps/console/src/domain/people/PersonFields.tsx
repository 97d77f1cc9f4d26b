import { TextInput } from '@mantine/core';
import type { FieldsOf } from '../../components/form/use-server-form.ts';
import { FieldRow } from '../../components/form/Form.tsx';

export interface PersonValues {
  name: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
}

export const EMPTY_PERSON: PersonValues = { name: '', firstName: '', lastName: '', phone: '', email: '' };

const orNull = (text: string) => text.trim() || null;

/** The person as the API takes them; what was left empty is null. */
export function personOf({ name, firstName, lastName, phone, email }: PersonValues) {
  return {
    name: name.trim(),
    firstName: orNull(firstName),
    lastName: orNull(lastName),
    phone: phone.trim(),
    email: orNull(email),
  };
}

/** Why the form cannot be sent yet; undefined once both things that are always needed are there. */
export function missingText({ name, phone }: PersonValues, what: string): string | undefined {
  const missing = [...(name.trim() ? [] : ['the full name']), ...(phone.trim() ? [] : ['the phone number'])];
  return missing.length > 0 ? `Enter ${missing.join(' and ')} ${what}.` : undefined;
}

/** What a last look says of the person. */
export const personFacts = ({ name, phone, firstName, lastName, email }: PersonValues) =>
  [
    ['Full Name', name],
    ['Phone Number', phone],
    ['First Name', firstName],
    ['Last Name', lastName],
    ['Email', email],
  ] as const;

/** Name, phone and e-mail of a person. */
export function PersonFields({ form }: { form: Pick<FieldsOf<PersonValues>, 'field'> }) {
  const field = (name: keyof PersonValues) => ({ autoComplete: 'off', ...form.field(name) });
  return (
    <FieldRow>
      <TextInput label="Full Name" required maxLength={120} data-autofocus {...field('name')} />
      <TextInput
        label="Phone Number"
        description="A Nigerian mobile number, like 0803 123 4567"
        required
        type="tel"
        maxLength={32}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('phone')}
      />
      <TextInput label="First Name" maxLength={60} {...field('firstName')} />
      <TextInput label="Last Name" maxLength={60} {...field('lastName')} />
      <TextInput label="Email" type="email" maxLength={200} {...field('email')} />
    </FieldRow>
  );
}
