import type { Basis } from '@ec/contract/base/common';
import { countedFigure, turnoutScope, uncountedText } from '@ec/contract/live/counted';
import { leadOf, TIE, validVotes } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { ReactNode } from 'react';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import {
  basisText,
  coverageSegments,
  disputeCounts,
  disputeShare,
  silentUnits,
} from '../../domain/results/coverage.ts';
import { PartyMark } from '../../domain/results/PartyLooks.tsx';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import styles from './wall.module.css';

interface FigureProps {
  label: string;
  value: ReactNode;
  note: string;
  children?: ReactNode;
}

function BigFigure({ label, value, note, children }: FigureProps) {
  return (
    <div className={styles.figure} role="group" aria-label={label}>
      <div className="dim">{label}</div>
      <div className={styles.value}>{value}</div>
      <div className="dim">{note}</div>
      {children}
    </div>
  );
}

function leadText(room: SituationRoom, basis: Basis): string {
  const { votes } = room.basis[basis];
  const valid = validVotes(votes);
  if (valid === 0) return 'no votes counted yet';
  const { leading, first, second, lead } = leadOf(votes);
  if (leading === null || !first) return 'no party has a vote';
  const share = formatShare(first.votes, valid);
  return leading === TIE || !second
    ? `${share} of valid votes`
    : `${share}, ${formatNumber(lead)} ahead of ${second.party}`;
}

/** The figures of the hour, to be read across a room. */
export function WallFigures({ room, basis }: { room: SituationRoom; basis: Basis }) {
  const { coverage, disputes, alerts } = room;
  const totals = room.basis[basis];
  const leading = room.leading[basis];
  const silent = silentUnits(coverage);
  return (
    <div className={styles.figures}>
      <BigFigure
        label="Reported"
        value={formatNumber(coverage.reported)}
        note={`${formatShare(coverage.reported, coverage.units)} of ${formatCount(coverage.units, 'unit')}`}
      >
        <SegmentBar label="Results by status" segments={coverageSegments(coverage)} whole={coverage.units} />
      </BigFigure>
      <BigFigure
        label="Votes"
        value={formatNumber(countedFigure(totals, totals.totalVotes))}
        note={basisText(room, basis)}
      />
      <BigFigure
        label="Turnout"
        value={formatShare(totals.registeredAccredited, totals.registeredVoters)}
        note={
          totals.results > 0 && totals.registeredVoters === 0
            ? 'registered voters unknown'
            : `accredited of registered voters ${turnoutScope(totals)}`
        }
      />
      <BigFigure
        label="Leading"
        value={leading === null ? '–' : <PartyMark party={leading} />}
        note={uncountedText(coverage, basis) ?? leadText(room, basis)}
      />
      <BigFigure
        label="Dispute rate"
        value={disputeShare(disputes.open, coverage.reported)}
        note={disputeCounts(disputes, coverage.reported)}
      />
      <BigFigure label="Flagged results" value={formatNumber(alerts.total)} note="a check of the sheet failed" />
      <BigFigure
        label="Silent units"
        value={formatNumber(silent)}
        note={`${formatShare(silent, coverage.units)} have not reported`}
      />
    </div>
  );
}
