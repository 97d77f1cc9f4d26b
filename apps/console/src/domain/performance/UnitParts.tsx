import type { WardUnit } from '@ec/contract/dashboards/schemas';
import { TIE } from '@ec/contract/results/sheet';
import { areaPath } from '../places/area-path.ts';
import { formatCount, formatNumber } from '../../lib/format/format.ts';
import { MayLink } from '../../components/page/MayLink.tsx';
import { StatusChip } from '../../components/figure/StatusChip.tsx';
import { TimeText } from '../../components/figure/TimeText.tsx';
import { DeskHint } from '../results/DeskMark.tsx';
import { ContactLine } from './AreaParts.tsx';
import { UNIT_STATUS } from './words.ts';

export interface UnitProps {
  unit: WardUnit;
  /** The same page with the election and count that are chosen. */
  keep: (path: string) => string;
}

export function UnitName({ unit, keep }: UnitProps) {
  const path = areaPath({ type: 'polling_unit', code: unit.code });
  return (
    <div>
      <div className="strong links">
        <MayLink to={path && keep(path)}>{unit.name}</MayLink>
      </div>
      <div className="hint">{unit.code}</div>
    </div>
  );
}

export function UnitState({ unit }: { unit: WardUnit }) {
  return (
    <div>
      <StatusChip {...UNIT_STATUS[unit.status]} />
      {unit.resultStatus === 'returned' && <div className="hint">Returned to the officer</div>}
      <DeskHint desk={unit.desk} />
      {unit.flags > 0 && <div className="hint">{formatCount(unit.flags, 'failed check')}</div>}
    </div>
  );
}

/** The votes that count: none are known of a returned or disputed result, which is not zero votes; a cancelled one counts zero. */
export function countedVotes({ status, totalVotes }: Pick<WardUnit, 'status' | 'totalVotes'>): string {
  return totalVotes === null || status === 'disputed' ? '–' : formatNumber(totalVotes);
}

/** Who leads the sheet, and what was submitted where it does not count. */
export function VotesNote({ unit: { leading, totalVotes, submittedVotes } }: { unit: WardUnit }) {
  return (
    <div className="hint">
      {leading !== null && (leading === TIE ? TIE : `${leading} leads`)}
      {totalVotes !== submittedVotes && <div>{formatNumber(submittedVotes)} submitted, not counted</div>}
    </div>
  );
}

export function UnitOfficer({ unit: { officerName, officerPhone } }: { unit: WardUnit }) {
  const officer = officerName === null ? null : { name: officerName, phone: officerPhone ?? '' };
  return <ContactLine contact={officer} none="No officer assigned" />;
}

/** When the officer last signed in; nothing where there is no officer. */
export function SignedIn({ unit }: { unit: WardUnit }) {
  if (unit.officerName === null) return null;
  return unit.lastActivity ? <TimeText moment={unit.lastActivity} /> : 'Never';
}
