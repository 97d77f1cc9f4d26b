import styles from './SendProgress.module.css';

/** How much of a picture has been sent, 0 to 1. */
export function SendProgress({ share, label = 'Picture sent' }: { share: number; label?: string }) {
  const percent = Math.round(share * 100);
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
