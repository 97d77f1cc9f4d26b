import styles from './ProgressBar.module.css';

/** A share that is done (0 to 1), as a bar with words. */
export function ProgressBar({ label, share, text }: { label: string; share: number; text: string }) {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.root}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.text}>{text}</p>
    </div>
  );
}
