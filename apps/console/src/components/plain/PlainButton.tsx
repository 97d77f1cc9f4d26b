import type { ComponentProps, ReactNode } from 'react';
import styles from './plain.module.css';

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className'> {
  kind: keyof typeof KINDS;
  /** Its request is in progress. */
  loading?: boolean;
  /** It has no effect now, but keeps the focus. */
  resting?: boolean;
  children: ReactNode;
}

const KINDS = {
  filled: `${styles.button} ${styles.filled}`,
  default: `${styles.button} ${styles.default}`,
  link: styles.link,
};

/** A button as wide as its form, without the UI kit. */
export function PlainButton(props: PlainButtonProps) {
  const { kind, loading = false, resting = false, onClick, children, ...button } = props;
  const stopped = loading || resting;
  return (
    <button
      type="button"
      {...button}
      className={KINDS[kind]}
      aria-disabled={stopped || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (stopped) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={loading ? styles.busy : undefined}>{children}</span>
      {loading && <span className={styles.wheel} aria-hidden />}
    </button>
  );
}
