import styles from './import.module.css';

/** A share that is done, as a bar with words. */
export function ProgressBar({ label, share, text }: { label: string; share: number; text: string }) {
  const percent = Math.round(share * 100);
  return (
    <div>
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
      <p className={styles.hint}>{text}</p>
    </div>
  );
}
