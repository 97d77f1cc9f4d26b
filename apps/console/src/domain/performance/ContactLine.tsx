import { CallLink } from '../people/CallLink.tsx';
import styles from './performance.module.css';

interface Person {
  name: string;
  phone: string;
}

interface ContactLineProps {
  contact: Person | null;
  /** What to say where nobody is known. */
  none?: string;
}

/** Whom to call, and the number; somebody whose number may not be seen is named alone. */
export function ContactLine({ contact, none = 'Not known' }: ContactLineProps) {
  if (!contact) return <span className="hint">{none}</span>;
  return (
    <span className={styles.contact}>
      <span>{contact.name}</span>
      {contact.phone && <CallLink person={contact} />}
    </span>
  );
}
