import { IconPhone } from '@tabler/icons-react';
import { formatPhone } from '../../lib/format.ts';
import styles from './performance.module.css';

interface Person {
  name: string;
  phone: string;
}

/** A number as people read it, which a phone dials. */
export function CallLink({ person: { name, phone } }: { person: Person }) {
  const number = formatPhone(phone);
  return (
    <a href={`tel:${phone}`} className={styles.call} aria-label={`Call ${name}, ${number}`}>
      <IconPhone size={16} aria-hidden />
      {number}
    </a>
  );
}

interface ContactLineProps {
  contact: Person | null;
  /** What to say where nobody is known. */
  none?: string;
}

/** Whom to call, and the number; somebody whose number may not be seen is named alone. */
export function ContactLine({ contact, none = 'Not known' }: ContactLineProps) {
  if (!contact) return <span className={styles.quiet}>{none}</span>;
  return (
    <span className={styles.contact}>
      <span>{contact.name}</span>
      {contact.phone && <CallLink person={contact} />}
    </span>
  );
}
