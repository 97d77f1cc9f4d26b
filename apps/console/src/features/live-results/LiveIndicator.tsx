import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useConnection } from '../../lib/stream/connection.ts';
import { ageText, formatClock, formatExact, OLD_MS } from '../../lib/format/format.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import styles from './live.module.css';

interface LiveIndicatorProps {
  /** The moment of the figures by the server's clock; undefined while there are none. */
  asOf: string | undefined;
  /** How far this device's clock is ahead. */
  skew: number;
  paused: boolean;
  onPause: (paused: boolean) => void;
}

/** Whether the figures follow the count, how old they are, and the button that holds them still. */
export function LiveIndicator({ asOf, skew, paused, onPause }: LiveIndicatorProps) {
  const { stream, network } = useConnection();
  // Nothing is live while there is nothing to see.
  const word =
    asOf === undefined ? 'No figures yet' : paused ? 'Paused' : stream === 'open' && network ? 'Live' : 'Reconnecting';
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className={`row quiet gap-6-12 ${styles.indicator}`}>
      <span className={styles.liveWord} data-word={word}>
        <span className={styles.dot} aria-hidden />
        Live Updates: <strong role="status">{word}</strong>
      </span>
      <span className={styles.age}>{asOf && <Age asOf={asOf} skew={skew} paused={paused} />}</span>
      <Button
        className={styles.hold ?? ''}
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={() => onPause(!paused)}
      >
        {paused ? 'Resume updates' : 'Pause updates'}
      </Button>
    </div>
  );
}

function Age({ asOf, skew, paused }: Pick<LiveIndicatorProps, 'skew' | 'paused'> & { asOf: string }) {
  const age = useNow() - skew - Date.parse(asOf);
  const title = formatExact(asOf);
  if (paused) {
    return (
      <span title={title}>
        figures of {formatClock(asOf)}
        {age > OLD_MS && `, ${ageText(age)} old`}
      </span>
    );
  }
  return age > OLD_MS ? (
    <strong className="old" title={title}>
      Figures are {ageText(age)} old
    </strong>
  ) : (
    <span title={title}>updated {ageText(age)} ago</span>
  );
}
