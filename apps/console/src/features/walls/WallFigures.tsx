import type { Basis } from '@ec/contract/base/common';
import { countedFigure } from '@ec/contract/live/counted';
import { TIE } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import type { ReactNode } from 'react';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { basisText, coverageSegments, silentUnits } from '../../domain/results/coverage.ts';
import { PartyMark } from '../../domain/results/PartyLooks.tsx';
import { uncountedText } from '../../domain/results/labels.ts';
import { formatCount, formatNumber, formatPercent, formatShare } from '../../lib/format/format.ts';
import { slicesOf } from '../../domain/results/VoteShare.tsx';
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
  const [first, second] = slicesOf(room, room.basis[basis], 2);
  if (!first) return 'no votes counted yet';
  if (room.leading[basis] === TIE || !second) return `${formatPercent(first.share)} of valid votes`;
  return `${formatPercent(first.share)}, ${formatNumber(first.votes - second.votes)} ahead of ${second.party}`;
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
        value={formatShare(totals.accreditedVoters, totals.registeredVoters)}
        note="accredited of registered voters in these units"
      />
      <BigFigure
        label="Leading"
        value={leading === null ? '–' : <PartyMark party={leading} />}
        note={uncountedText(coverage, basis) ?? leadText(room, basis)}
      />
      <BigFigure
        label="Open disputes"
        value={formatNumber(disputes.open)}
        note={`${formatNumber(disputes.unassigned)} unassigned`}
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
