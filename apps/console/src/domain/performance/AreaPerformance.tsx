import type {
  LgaPerformance,
  PerformanceRow,
  RegionalPerformance,
  StatePerformance,
} from '@ec/contract/dashboards/schemas';
import { childType } from '@ec/contract/geography/location-id';
import { formatCount } from '../../lib/format/format.ts';
import { AREA_WORDS } from '../results/labels.ts';
import { Figure } from '../../components/figure/Figure.tsx';
import { AreaFigures } from './AreaFigures.tsx';
import { AreaRows } from './AreaRows.tsx';
import { isCovered } from './rows.ts';

export type AreaAnswer = RegionalPerformance | StatePerformance | LgaPerformance;

interface Totals {
  rows: readonly PerformanceRow[];
  /** "4 of 20 LGAs", in the sums that stand above the rows. */
  label: string;
  complete: number;
  whole: number;
  of: 'lga' | 'ward';
}

/** The rows and the sums, whichever kind of area they are of. */
function totalsOf(answer: AreaAnswer): Totals {
  if ('statePerformance' in answer) {
    const { submittedLGAs: complete, totalLGAs: whole } = answer.regionalTotals;
    return { rows: answer.statePerformance, label: 'LGAs submitted', complete, whole, of: 'lga' };
  }
  if ('lgaPerformance' in answer) {
    const { submittedWards: complete, totalWards: whole } = answer.stateTotals;
    return { rows: answer.lgaPerformance, label: 'Wards submitted', complete, whole, of: 'ward' };
  }
  // The units of an LGA are what its submission rate says already; which wards are done is not.
  const rows = answer.wardPerformance;
  const covered = rows.filter(isCovered);
  const complete = covered.filter((row) => row.complete >= row.children).length;
  return { rows, label: 'Wards complete', complete, whole: covered.length, of: 'ward' };
}

/** A region, state or LGA: its figures, and the areas below it. */
export function AreaPerformance({ data }: { data: AreaAnswer }) {
  const { rows, label, complete, whole, of } = totalsOf(data);
  const type = rows[0]?.area.type ?? childType(data.area.type) ?? 'ward';
  const inside = AREA_WORDS[of];
  return (
    <>
      <AreaFigures head={data}>
        <Figure label={label} value={complete} note={`of ${formatCount(whole, inside.one, inside.many)}`} />
      </AreaFigures>
      <AreaRows type={type} rows={rows} head={data} cards={data.area.type === 'state'} />
    </>
  );
}
