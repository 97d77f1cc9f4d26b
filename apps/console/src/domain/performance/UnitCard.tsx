import { formatNumber } from '../../lib/format/format.ts';
import { TimeText } from '../../components/figure/TimeText.tsx';
import cards from './cards.module.css';
import { countedVotes, SignedIn, UnitName, UnitOfficer, type UnitProps, UnitState, VotesNote } from './UnitParts.tsx';

interface UnitCardProps extends UnitProps {
  /** True where the reader may know who works at the units. */
  officer: boolean;
}

/** One unit of a ward on a phone. */
export function UnitCard({ unit, keep, officer }: UnitCardProps) {
  const { submittedVotes, registeredVoters, submissionTime, officerName } = unit;
  return (
    <li className={cards.unit}>
      <div data-place>
        <UnitName unit={unit} keep={keep} />
      </div>
      <div className="right">
        <UnitState unit={unit} />
      </div>
      <div>
        {submittedVotes === null ? (
          <span className="hint">No result yet</span>
        ) : (
          <>
            Votes: {countedVotes(unit)}
            <VotesNote unit={unit} />
          </>
        )}
      </div>
      <div className={`right hint`}>
        {registeredVoters !== null && <div>{formatNumber(registeredVoters)} registered</div>}
        {submissionTime && (
          <div>
            sent <TimeText moment={submissionTime} />
          </div>
        )}
      </div>
      {officer && (
        <div className="whole">
          <UnitOfficer unit={unit} />
          {officerName !== null && (
            <div className="hint">
              Last signed in: <SignedIn unit={unit} />
            </div>
          )}
        </div>
      )}
    </li>
  );
}
