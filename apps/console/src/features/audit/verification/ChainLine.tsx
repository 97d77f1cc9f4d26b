import { NATION } from '@ec/contract/geography/location-id';
import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../../components/figure/CopyValue.tsx';
import { formatClock, formatExact, formatNumber, formatWhen } from '../../../lib/format/format.ts';
import { ownAreas } from '../../../lib/session/may-open.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { headQuery } from '../api.ts';
import styles from '../audit.module.css';

/** The chain holds entries of all areas, so that it is checked by those alone who act in the whole nation. */
export function useSeesChain(): boolean {
  return ownAreas(useCurrentMe()).includes(NATION);
}

const clockText = (moment: string) => {
  const clock = formatClock(moment);
  return clock.startsWith(formatWhen(moment)) ? clock : `${formatWhen(moment)} ${clock}`;
};

/** The newest entry and the hash that stands for all entries up to it. */
export function ChainLine() {
  const head = useQuery({ ...headQuery, enabled: useSeesChain() }).data;
  if (!head) return 'What was done, by whom and from where; each entry is linked to the one before within a second';
  return (
    <span className={styles.line}>
      <span>
        {head.sealedAt ? (
          <>
            Newest entry linked{' '}
            <time dateTime={head.sealedAt} title={formatExact(head.sealedAt)}>
              {clockText(head.sealedAt)}
            </time>
          </>
        ) : (
          'No entry yet'
        )}
        , within a second of being written
      </span>
      <span className={styles.head}>
        Chain head {formatNumber(head.position)} <CopyValue value={head.hash} what="head hash" first={12} />
      </span>
    </span>
  );
}
