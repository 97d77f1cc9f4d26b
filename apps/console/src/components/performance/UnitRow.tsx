import type { WardUnit } from '@ec/contract/dashboards';
import { TIE } from '@ec/contract/sheet';
import { areaPath } from '../../lib/area-path.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { MayLink } from '../MayLink.tsx';
import { StatusChip } from '../StatusChip.tsx';
import { TimeText } from '../TimeText.tsx';
import { ContactLine } from './ContactLine.tsx';
import styles from './performance.module.css';
import { UNIT_STATUS } from './words.ts';

function Votes({ unit }: { unit: WardUnit }) {
  const { totalVotes, submittedVotes, leading, registeredVoters } = unit;
  if (submittedVotes === null) {
    return (
      <span className={styles.quiet}>
        {registeredVoters === null ? 'No result yet' : `No result yet, ${formatNumber(registeredVoters)} registered`}
      </span>
    );
  }
  const lead = leading === null ? '' : leading === TIE ? `, ${TIE}` : `, ${leading} leads`;
  return (
    <span>
      {formatCount(totalVotes ?? 0, 'vote')}
      {lead}
      {totalVotes !== submittedVotes && (
        <span className={styles.quiet}> {formatNumber(submittedVotes)} submitted, not counted</span>
      )}
    </span>
  );
}

/** One unit of a ward: how it stands, its votes, and its officer. */
export function UnitRow({ unit, keep }: { unit: WardUnit; keep: (path: string) => string }) {
  const path = areaPath({ type: 'polling_unit', code: unit.code });
  const officer = unit.officerName === null ? null : { name: unit.officerName, phone: unit.officerPhone ?? '' };
  return (
    <li className={styles.unit}>
      <div data-place>
        <div className={styles.name}>
          <MayLink to={path && keep(path)}>{unit.name}</MayLink>
        </div>
        <div className={styles.quiet}>{unit.code}</div>
      </div>
      <div className={styles.right}>
        <StatusChip {...UNIT_STATUS[unit.status]} />
        {unit.resultStatus === 'returned' && <div className={styles.quiet}>Returned to the officer</div>}
        {unit.flags > 0 && <div className={styles.quiet}>{formatCount(unit.flags, 'failed check')}</div>}
      </div>
      <div className={styles.whole}>
        <Votes unit={unit} />
        {unit.submissionTime && (
          <div className={styles.quiet}>
            sent <TimeText moment={unit.submissionTime} />
          </div>
        )}
      </div>
      <div className={styles.whole}>
        {officer && !officer.phone ? (
          <span>{officer.name}</span>
        ) : (
          <ContactLine contact={officer} none="No officer assigned" />
        )}
      </div>
      <div className={`${styles.quiet} ${styles.whole}`}>
        {officer &&
          (unit.lastActivity ? (
            <>
              Last signed in <TimeText moment={unit.lastActivity} />
            </>
          ) : (
            'Has never signed in'
          ))}
      </div>
    </li>
  );
}
