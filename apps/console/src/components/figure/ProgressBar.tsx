import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  /** What goes on, for screen readers. */
  label: string;
  /** 0 to 1. */
  share: number;
  /** Stands below the bar, where it says more than the bar does. */
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
