import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { MayLink } from '../../../components/page/MayLink.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { StatusChip } from '../../../components/figure/StatusChip.tsx';
import { TimeText } from '../../../components/figure/TimeText.tsx';
import { formatNumber } from '../../../lib/format/format.ts';
import styles from '../room.module.css';

interface DisputesPanelProps {
  disputes: SituationRoom['disputes'];
  election: DashboardElection;
}

/** The disputes raised last, each with its reason and whether it is assigned. */
export function DisputesPanel({ disputes, election }: DisputesPanelProps) {
  const { open, unassigned, newest } = disputes;
  return (
    <Panel
      flush
      title="Open disputes"
      note={`${formatNumber(open)} open, ${formatNumber(unassigned)} unassigned`}
      actions={<MayLink to={`/disputes?election=${election.id}&source=official`}>All disputes</MayLink>}
    >
      {newest.length === 0 ? (
        <EmptyState title="No dispute is open">What reviewers dispute appears here at once.</EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Disputes raised last">
          {newest.map(({ id, unit, code, ward, lga, state, reason, raisedAt, assigned }) => (
            <li key={id}>
              <div className={styles.itemHead}>
                <MayLink to={`/disputes/${id}`}>{unit}</MayLink>
                {assigned ? <StatusChip tone="info" label="Assigned" /> : <StatusChip tone="wait" label="Unassigned" />}
              </div>
              <div className={styles.quiet} title={code}>
                {ward}, {lga}, {state} · <TimeText moment={raisedAt} />
              </div>
              {reason && <div className="clip small breaks">{reason}</div>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
