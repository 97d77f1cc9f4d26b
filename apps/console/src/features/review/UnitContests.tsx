import { CONTEST_WORDS, contestRank } from '@ec/contract/contest-days/contests';
import type { ResultDetail, TaskStatus, UnitContest } from '@ec/contract/results/schemas';
import { Link } from 'react-router';
import { StatusChip, type Tone } from '../../components/figure/StatusChip.tsx';
import { RESULT_STATUS } from '../../domain/results/labels.ts';
import { formatNumber } from '../../lib/format/format.ts';
import styles from './review.module.css';

const STATES: Record<TaskStatus, { label: string; tone: Tone }> = {
  pending: { label: 'Not reported', tone: 'off' },
  submitted: RESULT_STATUS.pending,
  approved: RESULT_STATUS.verified,
  disputed: RESULT_STATUS.disputed,
  returned: RESULT_STATUS.returned,
  cancelled: RESULT_STATUS.cancelled,
};

/** The other contests of a unit in its row of the list, each with the way to its sheet. */
export function OtherContests({ contests }: { contests: readonly UnitContest[] }) {
  return contests.map(({ electionId, electionType, status, resultId }) => {
    const text = `${CONTEST_WORDS[electionType]}: ${STATES[status].label.toLowerCase()}`;
    return resultId ? (
      <Link key={electionId} to={`/review/${resultId}`} className="target ink">
        <StatusChip tone={STATES[status].tone} label={text} />
      </Link>
    ) : (
      <StatusChip key={electionId} tone="off" label={text} />
    );
  });
}

/** All sheets of the unit on the day, with the accredited voters of each side by side. */
export function SheetsOfUnit({ result }: { result: ResultDetail }) {
  if (result.contests.length === 0) return null;
  const own = {
    electionId: result.electionId,
    electionType: result.election.type,
    accreditedVoters: result.accreditedVoters,
    resultId: null,
    state: RESULT_STATUS[result.status],
  };
  const sheets = [own, ...result.contests.map((contest) => ({ ...contest, state: STATES[contest.status] }))].toSorted(
    (a, b) => contestRank(a.electionType) - contestRank(b.electionType),
  );
  return (
    <nav className={styles.sheets} aria-label="Sheets of this unit" data-print="none">
      {sheets.map(({ electionId, electionType, accreditedVoters, resultId, state }) => {
        const name = CONTEST_WORDS[electionType];
        return (
          <div key={electionId} className={styles.sheetRow}>
            {resultId ? (
              <Link to={`/review/${resultId}`} className="act">
                {name}
              </Link>
            ) : (
              <span {...(electionId === result.electionId && { 'aria-current': 'page' as const, className: 'bold' })}>
                {name}
              </span>
            )}
            <span className="quiet">
              {accreditedVoters === null ? 'no sheet yet' : `${formatNumber(accreditedVoters)} accredited`}
            </span>
            <StatusChip {...state} />
          </div>
        );
      })}
    </nav>
  );
}
