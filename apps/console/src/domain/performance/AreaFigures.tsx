import { countedFigure, turnoutScope } from '@ec/contract/live/counted';
import { validVotes } from '@ec/contract/results/sheet';
import type { ReactNode } from 'react';
import { formatNumber, formatPercent, formatShare } from '../../lib/format/format.ts';
import { mayOpen } from '../../lib/session/may-open.ts';
import { useCurrentMe } from '../../lib/session/session.ts';
import { Figure, Figures } from '../../components/figure/Figure.tsx';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import { useCountChoice } from '../elections/count-choice.ts';
import { type AreaHead, disputeNote, disputesPath, livePath, reviewPath } from './words.ts';
import { leaderText } from '../results/labels.ts';
import { coverageSegments } from '../results/coverage.ts';

interface AreaFiguresProps {
  head: AreaHead;
  /** Further figures of this kind of area, before the votes. */
  children?: ReactNode;
}

/** How far the area's results have come, what is in dispute, and the votes so far. */
export function AreaFigures({ head, children }: AreaFiguresProps) {
  const me = useCurrentMe();
  const { basis } = useCountChoice();
  const { area, coverage, disputes } = head;
  const totals = head.basis[basis];
  const other = basis === 'verified' ? 'provisional' : 'verified';
  const votesOf = (counted: typeof totals) => countedFigure(counted, counted.totalVotes);
  const live = livePath(head, area, basis);
  const units = mayOpen(me, live) ? live : reviewPath(head, area);
  return (
    <Figures dense>
      <Figure
        wide
        label="Submission rate"
        value={formatPercent(head.submissionRate / 100)}
        to={units}
        note={`${formatNumber(coverage.reported)} of ${formatNumber(coverage.units)} units reported`}
      >
        <SegmentBar label="Results by status" segments={coverageSegments(coverage)} whole={coverage.units} legend />
      </Figure>
      <Figure
        label="Active disputes"
        value={disputes}
        to={disputesPath(head, area)}
        note={disputeNote(disputes, coverage.reported)}
      />
      {children}
      <Figure
        label={`Votes, ${basis}`}
        value={votesOf(totals)}
        to={live}
        note={`${formatNumber(votesOf(head.basis[other]))} ${other}`}
      />
      <Figure
        label="Leading party"
        value={leaderText(head.leading[basis], coverage, basis, validVotes(totals.votes))}
        note={
          totals.registeredVoters > 0 &&
          `turnout ${formatShare(totals.registeredAccredited, totals.registeredVoters)} of registered ${turnoutScope(totals)}`
        }
      />
    </Figures>
  );
}
