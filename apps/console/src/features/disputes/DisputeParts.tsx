import type { Dispute } from '@ec/contract/disputes/schemas';
import { Link, useLocation } from 'react-router';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { formatCount } from '../../lib/format/format.ts';
import { SOURCE_WORDS } from '../../domain/results/labels.ts';
import { roleTitle } from '../../domain/people/person-text.ts';
import { namesBelow, unitName } from '../../domain/places/area-path.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { column } from '../../lib/format/css-values.ts';

/** The unit in dispute, with the way to the dispute; the way back leads to the list as it was narrowed. */
export function Unit({ dispute }: { dispute: Dispute }) {
  const { user } = useCurrentMe();
  const { search } = useLocation();
  const names = namesBelow(dispute.chain, user.scope?.type ?? 'national');
  return (
    <div className="column" style={column({ least: 150, most: 260 })}>
      <Link to={`/disputes/${dispute.id}`} state={{ list: search }} className="strong cover ink">
        {unitName(dispute)}
      </Link>
      <div className="quiet">{[dispute.pollingUnitCode, ...names.toReversed()].join(' · ')}</div>
    </div>
  );
}

export function Election({ dispute }: { dispute: Dispute }) {
  return (
    <div className="column" style={column({ most: 200 })}>
      {dispute.electionName}
      <div className="quiet">{SOURCE_WORDS[dispute.source]}</div>
    </div>
  );
}

export function Reason({ dispute }: { dispute: Dispute }) {
  return (
    <div className="column" style={column({ least: 180, most: 340 })}>
      <div className="clip breaks" title={dispute.reason}>
        {dispute.reason}
      </div>
      {dispute.comments > 0 && <div className="quiet">{formatCount(dispute.comments, 'comment')}</div>}
    </div>
  );
}

export function RaisedBy({ dispute: { raisedBy, raisedAt } }: { dispute: Dispute }) {
  return (
    <div className="column" style={column({ most: 200 })}>
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
    <div className="column" style={column({ most: 200 })}>
      {assignee.name}
      {assignee.id === user.id && ' (you)'}
      <div className="quiet">{roleTitle(assignee.role)}</div>
    </div>
  );
}
