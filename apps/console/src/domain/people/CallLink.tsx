import { IconPhone } from '@tabler/icons-react';
import { formatPhone } from '../../lib/format/format.ts';
import styles from './CallLink.module.css';

interface CallLinkProps {
  person: { name: string; phone: string };
}

/** A number as people read it, which a phone dials. */
export function CallLink({ person: { name, phone } }: CallLinkProps) {
  const number = formatPhone(phone);
  return (
    <a
      href={`tel:${phone}`}
      className={`line medium gap-4 accent nowrap undecorated low ${styles.call}`}
      aria-label={`Call ${name}, ${number}`}
    >
      <IconPhone size={16} aria-hidden />
      {number}
    </a>
  );
}
