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
  /** `alert` for what has just gone wrong, `status` for what may be read when there is time. */
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** A sentence or two on a soft ground of its status, with an icon: never colour alone. */
export function Note({ kind, children, ...box }: NoteProps) {
  const Icon = KINDS[kind];
  return (
    <div {...box} className={styles.note} data-tone={kind === 'warn' ? 'wait' : kind}>
      <Icon size={16} aria-hidden className={styles.icon} />
      <div>{children}</div>
    </div>
  );
}
