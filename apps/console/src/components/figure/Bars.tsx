import styles from './SegmentBar.module.css';
import progress from './ProgressBar.module.css';

export interface Segment {
  tone: 'ok' | 'wait' | 'bad' | 'off';
  /** The word of the legend: Verified, Pending. */
  label: string;
  value: number;
}

interface SegmentBarProps {
  /** What the bar is about, for screen readers. */
  label: string;
  segments: readonly Segment[];
  whole: number;
  /** Says the parts in words below the bar. */
  legend?: boolean;
}

const figures = new Intl.NumberFormat('en-NG');

/** Parts of a whole as a bar; what is missing to the whole stays empty. */
export function SegmentBar({ label, segments, whole, legend = false }: SegmentBarProps) {
  const words = segments.map((part) => `${part.label} ${figures.format(part.value)}`).join(', ');
  return (
    <div>
      <div className={styles.bar} role="img" aria-label={`${label}: ${words}, of ${figures.format(whole)}`}>
        {segments.map((part) => (
          <span
            key={part.label}
            data-tone={part.tone}
            style={{ width: whole > 0 ? `${(part.value / whole) * 100}%` : 0 }}
          />
        ))}
      </div>
      {legend && (
        <ul className={styles.legend} aria-hidden>
          {segments.map((part) => (
            <li key={part.label}>
              <span className={styles.mark} data-tone={part.tone} />
              {part.label} {figures.format(part.value)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

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
        className={progress.bar}
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
