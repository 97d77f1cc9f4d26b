import type { LastHour } from '@ec/contract/dashboards/schemas';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { ContactLine } from '../../domain/performance/AreaParts.tsx';
import { type AreaHead, disputesPath, type LinkHead, reviewPath } from '../../domain/performance/words.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import styles from './dashboard.module.css';

interface LastHourProps {
  hour: LastHour;
  head: LinkHead & Pick<AreaHead, 'area'>;
}

/** What changed in the area in the last hour. */
export function HourFigures({ hour, head }: LastHourProps) {
  const { reported, verified, disputesOpened, disputesResolved, alerts, criticalAlerts } = hour;
  return (
    <section aria-label="In the last hour">
      <h2 className="title below-6">
        In the last hour{' '}
        <span className="hint">
          since <TimeText moment={hour.since} minute />
        </span>
      </h2>
      <Figures dense>
        <Figure label="Units reported" value={reported} to={reviewPath(head, head.area)} />
        <Figure label="Results verified" value={verified} to={reviewPath(head, head.area, 'approved')} />
        {disputesOpened !== null && (
          <Figure
            label="Disputes opened"
            value={disputesOpened}
            to={disputesPath(head, head.area)}
            note={`${formatNumber(disputesResolved)} resolved`}
          />
        )}
        {alerts !== null && (
          <Figure
            label="Alerts"
            value={alerts}
            to="/alerts"
            note={
              criticalAlerts ? (
                <StatusChip tone="bad" label={`${formatNumber(criticalAlerts)} critical`} />
              ) : (
                'None critical'
              )
            }
          />
        )}
      </Figures>
    </section>
  );
}

/** The wards whose results wait the longest, and who can be called. */
export function Blocking({ hour, head }: LastHourProps) {
  if (hour.blocking.length === 0) return null;
  return (
    <Panel title="Waiting the longest" note="Wards by their oldest result that awaits a decision" flush>
      <ol className={styles.blocking} aria-label="Waiting the longest">
        {hour.blocking.map(({ ward, waiting, oldestAt, contact }) => (
          <li key={ward.id}>
            <span className={styles.blockingWard}>
              <MayLink to={reviewPath(head, ward, 'submitted')}>
                {ward.name}, {ward.lga}
              </MayLink>
              <span className="hint">
                {formatCount(waiting, 'result')}, oldest <TimeText moment={oldestAt} minute />
              </span>
            </span>
            <ContactLine contact={contact} none="No ward admin" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
