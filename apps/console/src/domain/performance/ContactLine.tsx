import { CallLink } from '../people/CallLink.tsx';
import styles from './performance.module.css';

interface Person {
  name: string;
  phone: string;
}

interface ContactLineProps {
  contact: Person | null;
  /** Text where no contact is known. */
  none?: string;
}

/** The contact and the number; only the name where the reader may not see the number. */
export function ContactLine({ contact, none = 'Not known' }: ContactLineProps) {
  if (!contact) return <span className="hint">{none}</span>;
  return (
    <span className={styles.contact}>
      <span>{contact.name}</span>
      {contact.phone && <CallLink person={contact} />}
    </span>
  );
}
