import type { Dispute } from '@ec/contract/disputes/schemas';
import { Link, useLocation } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { SOURCE_WORDS } from '../../domain/results/labels.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { namesBelow, unitName } from '../../domain/places/area-path.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import styles from './disputes.module.css';

/** The unit in dispute, with the way to the dispute; the way back leads to the list as it was narrowed. */
export function Unit({ dispute }: { dispute: Dispute }) {
  const { user } = useCurrentMe();
  const { search } = useLocation();
  const names = namesBelow(dispute.chain, user.scope?.type ?? 'national');
  return (
    <div className={styles.unit}>
      <Link to={`/disputes/${dispute.id}`} state={{ list: search }} className={styles.unitLink}>
        {unitName(dispute)}
      </Link>
      <div className="quiet">{[dispute.pollingUnitCode, ...names.toReversed()].join(' · ')}</div>
    </div>
  );
}

export function Election({ dispute }: { dispute: Dispute }) {
  return (
    <div className={styles.election}>
      {dispute.electionName}
      <div className="quiet">{SOURCE_WORDS[dispute.source]}</div>
    </div>
  );
}

export function Reason({ dispute }: { dispute: Dispute }) {
  return (
    <div className={styles.reason}>
      <div className="clip breaks" title={dispute.reason}>
        {dispute.reason}
      </div>
      {dispute.comments > 0 && <div className="quiet">{formatCount(dispute.comments, 'comment')}</div>}
    </div>
  );
}

export function RaisedBy({ dispute: { raisedBy, raisedAt } }: { dispute: Dispute }) {
  return (
    <div className={styles.person}>
      {raisedBy?.name ?? 'The system'}
      <div className="quiet">
        {raisedBy && `${roleTitle(raisedBy.role)}, `}
        <TimeText moment={raisedAt} />
      </div>
    </div>
  );
}

export function Assignee({ dispute: { assignee, status } }: { dispute: Dispute }) {
  const { user } = useCurrentMe();
  if (!assignee) {
    return status === 'open' ? (
      <StatusChip tone="wait" label="Unassigned" />
    ) : (
      <span className="quiet">Not assigned</span>
    );
  }
  return (
    <div className={styles.person}>
      {assignee.name}
      {assignee.id === user.id && ' (you)'}
      <div className="quiet">{roleTitle(assignee.role)}</div>
    </div>
  );
}
