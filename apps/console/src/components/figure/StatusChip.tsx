import type { Icon } from '@tabler/icons-react';
import styles from './StatusChip.module.css';

export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'off';

interface StatusChipProps {
  tone: Tone;
  label: string;
  icon?: Icon;
}

/** A state as colour and word, with an icon where several states stand below each other. */
export function StatusChip({ tone, label, icon: Mark }: StatusChipProps) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {Mark && <Mark size={13} aria-hidden className={styles.icon} />}
      {label}
    </span>
  );
}
