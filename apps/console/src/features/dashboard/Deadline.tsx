import { formatExact } from '../../lib/format/format.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import styles from './dashboard.module.css';
import { countdown } from './next-step.ts';

/** Countdown to the deadline for sheets. Screen readers get the time of the deadline, not each second. */
export function Deadline({ until }: { until: string }) {
  const left = countdown(until, useNow());
  return (
    <div>
      <p className={styles.deadline} role="timer" aria-live="off">
        {left ?? 'Passed'}
      </p>
      <div className="hint">
        {left ? 'left, until ' : 'It was at '}
        <time dateTime={until}>{formatExact(until)}</time>
      </div>
    </div>
  );
}
