import type { Dispute } from '@ec/contract/disputes/schemas';
import { MayLink } from '../../components/page/MayLink.tsx';
import { Panel } from '../../components/page/Panel.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { formatCount, formatMinute } from '../../lib/format/format.ts';
import styles from './places.module.css';

function stateOf({ status, resolvedAs }: Dispute) {
  if (status === 'open') return { tone: 'bad', label: 'Open' } as const;
  return { tone: 'ok', label: resolvedAs ? `Resolved: ${resolvedAs}` : 'Resolved' } as const;
}

/** The disputes that were raised on the unit's results. */
export function UnitDisputes({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null;
  return (
    <Panel title="Disputes" note={formatCount(disputes.length, 'dispute')}>
      <ul className={styles.list} aria-label="Disputes">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <StatusChip {...stateOf(dispute)} />{' '}
            <span className={styles.name}>
              <MayLink to={`/disputes/${dispute.id}`}>{dispute.reason}</MayLink>
            </span>
            <div className="hint">
              {dispute.electionName}, {dispute.source} count, version {dispute.version} · raised by{' '}
              {dispute.raisedBy?.name ?? 'the system'}, {formatMinute(dispute.raisedAt)} ·{' '}
              {dispute.assignee ? `with ${dispute.assignee.name}` : 'with nobody yet'} ·{' '}
              {formatCount(dispute.comments, 'comment')}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
