import type { WardUnit } from '@ec/contract/dashboards/schemas';
import { formatNumber } from '../../lib/format/format.ts';
import { Scrolling } from '../../components/list/Scrolling.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import styles from './performance.module.css';
import { countedVotes, SignedIn, UnitName, UnitOfficer, UnitState, VotesNote } from './UnitParts.tsx';

interface UnitTableProps {
  units: readonly WardUnit[];
  keep: (path: string) => string;
  /** True where the reader may know who works at the units. */
  officers: boolean;
}

/** The units of a ward one below the other: how each stands, its votes, and its officer. */
export function UnitTable({ units, keep, officers }: UnitTableProps) {
  return (
    <Scrolling label="Polling units">
      <table className={styles.table} aria-label="Polling units">
        <thead>
          <tr>
            <th scope="col">Unit</th>
            <th scope="col">Status</th>
            <th scope="col" className={styles.figure}>
              Registered
            </th>
            <th scope="col" className={styles.figure}>
              Votes
            </th>
            <th scope="col">Submitted</th>
            {officers && (
              <>
                <th scope="col">Officer</th>
                <th scope="col">Last signed in</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <tr key={unit.id}>
              <th scope="row" data-place>
                <UnitName unit={unit} keep={keep} />
              </th>
              <td>
                <UnitState unit={unit} />
              </td>
              <td className={styles.figure}>{formatNumber(unit.registeredVoters)}</td>
              <td className={styles.figure}>
                {unit.submittedVotes === null ? (
                  <span className="hint">No result yet</span>
                ) : (
                  <>
                    {countedVotes(unit)}
                    <VotesNote unit={unit} />
                  </>
                )}
              </td>
              <td>
                {unit.submissionTime ? <TimeText moment={unit.submissionTime} /> : <span className="hint">–</span>}
              </td>
              {officers && (
                <>
                  <td>
                    <UnitOfficer unit={unit} />
                  </td>
                  <td>
                    <SignedIn unit={unit} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
