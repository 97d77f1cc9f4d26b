import styles from './StatusChip.module.css';

export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'off';

/** A state as colour and word. */
export function StatusChip({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {label}
    </span>
  );
}
