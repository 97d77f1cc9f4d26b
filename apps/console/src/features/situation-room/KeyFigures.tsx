import { countedFigure, turnoutScope } from '@ec/contract/live/counted';
import type { Basis } from '@ec/contract/base/common';
import type { DashboardElection } from '@ec/contract/dashboards/schemas';
import { leadOf, TIE, validVotes } from '@ec/contract/results/sheet';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { Figure } from '../../components/figure/Figure.tsx';
import { SegmentBar } from '../../components/figure/Bars.tsx';
import {
  basisText,
  coverageSegments,
  disputeCounts,
  disputeShare,
  silentUnits,
} from '../../domain/results/coverage.ts';
import { formatCount, formatNumber, formatShare } from '../../lib/format/format.ts';
import styles from './room.module.css';
import { leaderText } from '../../domain/results/labels.ts';
import { tile } from '../../lib/format/css-values.ts';

interface KeyFiguresProps {
  room: SituationRoom;
  election: DashboardElection;
  basis: Basis;
}

const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`;

/** The six figures of the hour; each leads to the list behind it. */
export function KeyFigures({ room, election, basis }: KeyFiguresProps) {
  const { coverage, disputes, alerts } = room;
  const totals = room.basis[basis];
  const leading = room.leading[basis];
  const { first, second, lead } = leadOf(totals.votes);
  const valid = validVotes(totals.votes);
  const silent = silentUnits(coverage);
  const about = { election: election.id };
  return (
    <div className={`tiles gap-12 whole ${styles.figures}`} style={tile(150)}>
      <Figure
        label="Reported"
        value={coverage.reported}
        note={`${formatShare(coverage.reported, coverage.units)} of ${formatCount(coverage.units, 'unit')}`}
        to={address('/live-results', { ...about, basis })}
      >
        <SegmentBar label="Results by status" segments={coverageSegments(coverage)} whole={coverage.units} legend />
      </Figure>
      <Figure
        label="Votes"
        value={countedFigure(totals, totals.totalVotes)}
        note={
          <>
            <div>{basisText(room, basis)}</div>
            <div>
              {totals.registeredVoters > 0
                ? `Turnout ${formatShare(totals.registeredAccredited, totals.registeredVoters)} of registered voters ${turnoutScope(totals)}`
                : totals.results > 0
                  ? 'Registered voters unknown'
                  : 'No turnout yet'}
            </div>
          </>
        }
        to={address('/live-results', { ...about, basis })}
      />
      <Figure
        label="Leading"
        value={leaderText(leading, coverage, basis, valid)}
        note={
          leading !== null &&
          first && (
            <>
              <div>
                {leading === TIE ? `${first.party} and others` : first.party} {formatShare(first.votes, valid)} of valid
                votes
              </div>
              {second && leading !== TIE && (
                <div>
                  {formatNumber(lead)} ahead of {second.party} ({formatShare(second.votes, valid)})
                </div>
              )}
            </>
          )
        }
        to={leading === null ? null : address('/live-results', { ...about, basis, rows: 'state', leading })}
      />
      <Figure
        label="Dispute rate"
        value={disputeShare(disputes.open, coverage.reported)}
        note={disputeCounts(disputes, coverage.reported)}
        to={address('/disputes', { ...about, source: 'official' })}
      />
      <Figure
        label="Flagged results"
        value={alerts.total}
        to={address('/review', { ...about, status: 'all', flagged: 'true' })}
        note={
          alerts.total > 0 ? (
            <a className={styles.jump} href="#flagged">
              See which checks failed
            </a>
          ) : (
            'All checks passed'
          )
        }
      />
      <Figure
        label="Silent units"
        value={silent}
        note={`${formatShare(silent, coverage.units)} of units have not reported`}
        to={address('/review', { ...about, status: 'pending' })}
      />
    </div>
  );
}
