import { FLAG_TEXT } from '@ec/contract/results/sheet';
import { ResultStatus } from '@ec/contract/results/schemas';
import { ORIGIN_WORDS } from '@ec/contract/second-entry/desk-words';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { formatCount, formatNumber } from '../../../lib/format/format.ts';
import { isGrave, RESULT_STATUS } from '../../../domain/results/labels.ts';
import styles from '../room.module.css';

/** Results that a check of the sheet speaks against: how many by check, and the newest. */
export function AlertsPanel({ alerts }: { alerts: SituationRoom['alerts'] }) {
  const { total, byCheck, newest } = alerts;
  return (
    <Panel
      flush
      title={
        <span id="flagged" className={styles.anchor}>
          Flagged results
        </span>
      }
      note={`${formatCount(total, 'result')} with a failed check that stands`}
    >
      {total === 0 ? (
        <EmptyState title="No result is flagged">Sheets that do not add up appear here.</EmptyState>
      ) : (
        <>
          <ul className={`tight gap-4 pad-10 under ${styles.checks}`} aria-label="Flagged results by check">
            {byCheck.map(({ code, results }) => (
              <li key={code}>
                <span>{FLAG_TEXT[code]}</span>
                <strong>{formatNumber(results)}</strong>
              </li>
            ))}
          </ul>
          <ul className={`${styles.list} ${styles.short}`} aria-label="Results flagged last">
            {newest.map(({ id, unit, code, ward, lga, state, codes, status, desk, at }) => (
              <li key={id}>
                <div className={styles.itemHead}>
                  <MayLink to={`/review/${id}`}>{unit}</MayLink>
                  <Status status={status} />
                </div>
                <div className="hint regular" title={code}>
                  {ward}, {lga}, {state} · <TimeText moment={at} />
                  {desk && ` · ${ORIGIN_WORDS.desk}`}
                </div>
                {codes.map((check) => (
                  <div key={check} className={isGrave({ code: check }) ? 'tiny bad' : 'tiny old'}>
                    {FLAG_TEXT[check]}
                  </div>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Status({ status }: { status: string }) {
  const known = ResultStatus.safeParse(status);
  return known.success ? <StatusChip {...RESULT_STATUS[known.data]} /> : null;
}
