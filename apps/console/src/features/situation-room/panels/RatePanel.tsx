import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import { PACE, type SituationRoom } from '@ec/contract/situation-room/schemas';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Near } from '../../../components/figure/Near.tsx';
import { latePart } from '../../../components/page/late-part.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { formatNumber, formatTime } from '../../../lib/format/format.ts';
import styles from '../room.module.css';
import { projectionText } from '../../../domain/situation-room/words.ts';

const HEIGHT = 160;
const RateChart = latePart(
  async () => (await import('../../../domain/situation-room/RateChart.tsx')).RateChart,
  'The chart',
  <Skeleton height={HEIGHT} />,
);

interface RatePanelProps {
  rate: SituationRoom['rate'];
  election: DashboardElection;
}

const HOURS = (PACE.minutes * PACE.stretches) / 60;

/** How fast results come in, and when the last will be there if it stays so. */
export function RatePanel({ rate, election }: RatePanelProps) {
  return (
    <Panel title="Rate of reports" note={`in stretches of ${PACE.minutes} minutes, the last ${HOURS} hours`}>
      <p className={`dim ${styles.rateFigure}`}>
        <strong>{formatNumber(rate.lastHour)}</strong> in the last hour
      </p>
      <Near height={HEIGHT} subject={election.id}>
        <RateChart stretches={rate.stretches} height={HEIGHT} />
      </Near>
      <p className="dim">{projectionText({ rate, election })}</p>
      <VisuallyHidden>
        <table aria-label="Results received">
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Results</th>
            </tr>
          </thead>
          <tbody>
            {rate.stretches.map(({ at, results }) => (
              <tr key={at}>
                <th scope="row">{formatTime(at)}</th>
                <td>{formatNumber(results)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Panel>
  );
}
