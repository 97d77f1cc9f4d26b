import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  /** The name of the work, for screen readers. */
  label: string;
  /** 0 to 1. */
  share: number;
  /** Text below the bar with details. */
  text?: string;
}

/** A share that is done. */
export function ProgressBar({ label, share, text }: ProgressBarProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="shrink">
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
      {text && <p className="hint">{text}</p>}
    </div>
  );
}
