import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Note.module.css';

const KINDS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  info: IconInfoCircle,
} as const;

interface NoteProps extends Pick<ComponentProps<'div'>, 'id' | 'ref' | 'tabIndex'> {
  kind: keyof typeof KINDS;
  /** `alert` for a new error, `status` for a message without urgency. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** One or two sentences on a tinted background, with an icon so that the status does not depend on colour. */
export function Note({ kind, children, ...box }: NoteProps) {
  const Icon = KINDS[kind];
  return (
    <div {...box} className={styles.note} data-tone={kind === 'warn' ? 'wait' : kind}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div>{children}</div>
    </div>
  );
}
