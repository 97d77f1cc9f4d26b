import { Button, VisuallyHidden } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../lib/http/api-error.ts';
import { formatClock, formatCount, formatDate, formatExact, formatWhen } from '../../lib/format/format.ts';
import { isKept, type Staleness, useStaleness } from '../../lib/stream/staleness.ts';
import { retryStream } from '../../lib/stream/stream.ts';
import styles from './StaleBanner.module.css';

const REASONS = {
  offline: 'This device has no network.',
  unreachable: 'The server cannot be reached.',
  'no-updates': 'Live updates do not arrive.',
  failed: 'It could not be refreshed.',
  refused: 'The server could not answer.',
} as const;

/** 12 seconds, 3 minutes, 2 hours */
function longAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return formatCount(seconds, 'second');
  if (seconds < 3600) return formatCount(Math.floor(seconds / 60), 'minute');
  return formatCount(Math.floor(seconds / 3600), 'hour');
}

/** 14:32:07, with the date where it is not today's. */
function clockOf(moment: number): string {
  const clock = formatClock(moment);
  return clock.startsWith(formatWhen(moment)) ? clock : `${formatDate(moment)} ${clock}`;
}

/** Shows the age of the data if they could not be updated; nothing while they are current. */
export function StaleBanner() {
  const stale = useStaleness();
  return (
    <>
      {/* Said once when it begins: the age beside it ticks, and is not for the ear. */}
      <VisuallyHidden role="status">{stale && `Not up to date. ${REASONS[stale.reason]}`}</VisuallyHidden>
      {stale && <Banner stale={stale} />}
    </>
  );
}

function Banner({ stale }: { stale: Staleness }) {
  const queryClient = useQueryClient();
  const [trying, setTrying] = useState(false);
  const retry = () => {
    setTrying(true);
    retryStream();
    void queryClient
      .refetchQueries({ type: 'active', predicate: (query) => !isKept(query) })
      .finally(() => setTrying(false));
  };
  const { asOf, reason, error } = stale;
  return (
    <div className={styles.banner} role="group" aria-label="Not up to date">
      <IconClockExclamation size={18} aria-hidden className="fixed" />
      <p className={styles.words}>
        <strong>Not up to date:</strong> what you see is from{' '}
        <time dateTime={new Date(asOf).toISOString()} title={formatExact(asOf)}>
          {clockOf(asOf)}
        </time>{' '}
        (<Age asOf={asOf} /> ago). {error ? errorMessage(error, REASONS[reason]) : REASONS[reason]}
      </p>
      <Button variant="default" size="xs" className={styles.retry ?? ''} loading={trying} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}

function Age({ asOf }: { asOf: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return longAge(now - asOf);
}
