import { IconPhone } from '@tabler/icons-react';
import { formatPhone } from '../../lib/format/format.ts';
import styles from './CallLink.module.css';

interface CallLinkProps {
  person: { name: string; phone: string };
  /** As high as a thumb needs it on small screens; not where rows stand close together. */
  roomy?: boolean;
}

/** A number as people read it, which a phone dials. */
export function CallLink({ person: { name, phone }, roomy = false }: CallLinkProps) {
  const number = formatPhone(phone);
  return (
    <a
      href={`tel:${phone}`}
      className={roomy ? `${styles.call} ${styles.roomy}` : styles.call}
      aria-label={`Call ${name}, ${number}`}
    >
      <IconPhone size={16} aria-hidden />
      {number}
    </a>
  );
}
