import type { LocationType } from '@ec/contract/geography/location-id';
import type { ReviewUnit } from '@ec/contract/results/schemas';
import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { CallLink } from '../../domain/people/CallLink.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { isGrave, PHOTO_STATE } from '../../domain/results/labels.ts';
import { DeskChip } from '../../domain/results/DeskMark.tsx';
import { EntryOfResultChip } from '../../domain/second-entry/EntryChip.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { useMayOpen } from '../../lib/session/may-open.ts';
import { namesBelow } from '../../domain/places/area-path.ts';
import styles from './review.module.css';
import { OtherContests } from './UnitContests.tsx';
import { unitState } from './filters.ts';

function Votes({ unit }: { unit: ReviewUnit }) {
  if (unit.totalVotes === null || !unit.submittedAt) {
    return (
      <span className="quiet">
        {unit.registeredVoters === null ? 'No result yet' : `${formatNumber(unit.registeredVoters)} registered`}
      </span>
    );
  }
  return (
    <span>
      <span className="bold">{formatNumber(unit.totalVotes)}</span> {unit.totalVotes === 1 ? 'vote' : 'votes'}
      {unit.leading && `, ${unit.leading === 'Tie' ? 'Tie' : `${unit.leading} leads`}`}
    </span>
  );
}

/** That a check's marking keeps the result from verification, and where to explain it for those who may. */
function Explanation({ unit: { resultId, name } }: { unit: ReviewUnit }) {
  const explains = useMayOpen('/unusual-results');
  return (
    <div className="row acts">
      <StatusChip tone="wait" label="Explanation needed" />
      {explains && (
        <Link to={`/review/${resultId}`}>
          Give it <VisuallyHidden>for {name}</VisuallyHidden>
        </Link>
      )}
    </div>
  );
}

/** One unit: how it stands, its result where there is one, and whom to call. */
export function UnitRow({ unit, within }: { unit: ReviewUnit; within: LocationType }) {
  const state = unitState(unit);
  return (
    <li className={`ends entry ${styles.unit}`}>
      <div>
        <div className={styles.name}>
          {unit.resultId ? <Link to={`/review/${unit.resultId}`}>{unit.name}</Link> : unit.name}
        </div>
        <div className="quiet">
          {unit.code}
          {namesBelow(unit.chain, within).map((name) => ` · ${name}`)}
        </div>
      </div>
      <div className={`right ${styles.right}`}>
        <StatusChip {...state} />
        {unit.submittedAt && (
          <div className="quiet">
            <TimeText moment={unit.submittedAt} />
          </div>
        )}
      </div>
      <Votes unit={unit} />
      <div className={styles.chips}>
        {unit.flags.map((flag) => (
          <StatusChip key={flag.code} tone={isGrave(flag) ? 'bad' : 'wait'} label={flag.message.replace(/:.*$/, '')} />
        ))}
        {unit.takenOver && <StatusChip tone="info" label={`Taken over by ${unit.takenOver.by.name}`} />}
        {!unit.takenOver && unit.takeoverAskedAt && unit.resultStatus === 'pending' && (
          <StatusChip tone="wait" label="Takeover requested" />
        )}
        {unit.resultId && <StatusChip {...PHOTO_STATE[unit.photo]} />}
        {unit.desk && <DeskChip />}
        {unit.secondEntry && <EntryOfResultChip state={unit.secondEntry.state} />}
        {unit.needsExplanation && <Explanation unit={unit} />}
        <OtherContests contests={unit.contests} />
      </div>
      <div className={`${styles.officer} quiet`}>
        {unit.officer ? (
          <>
            <span>{unit.officer.name}</span>
            <CallLink person={unit.officer} />
          </>
        ) : (
          'No officer assigned'
        )}
      </div>
    </li>
  );
}
