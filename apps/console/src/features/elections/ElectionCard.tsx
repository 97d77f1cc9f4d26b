import type { Election, ElectionStatus } from '@ec/contract/elections/schemas';
import { ballotOf, partyColour } from '@ec/contract/elections/parties';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { Swatch } from '../../components/figure/Swatch.tsx';
import { formatCount, formatDay } from '../../lib/format/format.ts';
import { TYPES } from '../../domain/elections/election-types.ts';
import styles from './ElectionCard.module.css';
import { areasText, coverOf, moveOf, progressText, segmentsOf, statusOf } from './labels.ts';

export interface ElectionActions {
  onView: (election: Election) => void;
  onMove: (election: Election, to: ElectionStatus) => void;
  onDelete: (election: Election) => void;
}

const SHOWN_PARTIES = 6;

export function ElectionCard({ election, ...actions }: { election: Election } & ElectionActions) {
  const { name, description, coverage, can } = election;
  const title = useId();
  const list = useLocation().search;
  const status = statusOf(election.status);
  const ballot = ballotOf(election.parties);
  const hidden = ballot.length - SHOWN_PARTIES;
  return (
    <article className={styles.card} aria-labelledby={title}>
      <div className="apart gap-8 start">
        <h2 className={styles.name} id={title}>
          {name}
        </h2>
        <StatusChip tone={status.tone} label={status.label} />
      </div>
      <p className="quiet">
        {TYPES[election.type]} · {formatDay(election.electionDate)}
      </p>
      {description && <p className="quiet clip">{description}</p>}
      <div className="row small gap-2-12" role="group" aria-label="Parties">
        {ballot.slice(0, SHOWN_PARTIES).map((party) => (
          <Swatch key={party} colour={partyColour(party, election.looks)}>
            {party}
          </Swatch>
        ))}
        {hidden > 0 && <span>+{hidden} more</span>}
      </div>
      <div className="small">
        <div>Results: {progressText(coverage)}</div>
        <SegmentBar label="Results" segments={segmentsOf(coverage)} whole={coverage.units} />
      </div>
      <p className="small" style={{ margin: 0 }}>
        Coverage: {areasText(coverOf(election))} · {formatCount(coverage.units, 'polling unit')}
      </p>
      <Links election={election} />
      <div className={styles.actions}>
        <Act label="View" of={name} onClick={() => actions.onView(election)} />
        {can.edit && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`/elections/${election.id}/edit`}
            state={{ list }}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
        )}
        {can.transitions.map((to) => (
          <Act
            key={to}
            label={moveOf(election, to).label}
            of={name}
            onClick={() => actions.onMove(election, to)}
            main={to === 'live' && election.status === 'scheduled'}
          />
        ))}
        {can.delete && <Act label="Delete" of={name} onClick={() => actions.onDelete(election)} danger />}
      </div>
    </article>
  );
}

function Links({ election }: { election: Election }) {
  const readiness = (
    <>
      <Link to={`/elections/${election.id}/ballot`} aria-label={`Ballot of ${election.name}`}>
        Ballot
      </Link>
      <Link to={`/elections/${election.id}/readiness`} aria-label={`Readiness of ${election.name}`}>
        Readiness
      </Link>
    </>
  );
  if (election.status === 'draft' || election.status === 'scheduled') {
    return <div className={styles.links}>{readiness}</div>;
  }
  return (
    <div className={styles.links}>
      {readiness}
      <Link to={`/live-results?election=${election.id}`} aria-label={`Live results of ${election.name}`}>
        Live results
      </Link>
      <Link to={`/review?election=${election.id}`} aria-label={`Result review of ${election.name}`}>
        Result review
      </Link>
    </div>
  );
}

interface ActProps {
  label: string;
  of: string;
  onClick: () => void;
  main?: boolean;
  danger?: boolean;
}

function Act({ label, of, onClick, main = false, danger = false }: ActProps) {
  return (
    <Button
      size="xs"
      variant={main ? 'filled' : danger ? 'outline' : 'default'}
      color={danger ? 'danger' : 'accent'}
      onClick={onClick}
      aria-label={`${label} ${of}`}
    >
      {label}
    </Button>
  );
}
