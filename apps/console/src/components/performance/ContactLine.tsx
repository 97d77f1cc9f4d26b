import { IconPhone } from '@tabler/icons-react';
import styles from './performance.module.css';

interface ContactLineProps {
  contact: { name: string; phone: string } | null;
  /** What to say where nobody is known. */
  none?: string;
}

/** Whom to call, with a number that a phone dials. */
export function ContactLine({ contact, none = 'Not known' }: ContactLineProps) {
  if (!contact) return <span className={styles.quiet}>{none}</span>;
  return (
    <span className={styles.contact}>
      <span>{contact.name}</span>
      <a href={`tel:${contact.phone}`} aria-label={`Call ${contact.name}, ${contact.phone}`}>
        <IconPhone size={16} aria-hidden />
        {contact.phone}
      </a>
    </span>
  );
}
