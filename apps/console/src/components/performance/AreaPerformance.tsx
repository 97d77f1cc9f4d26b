import type { LgaPerformance, PerformanceRow, RegionalPerformance, StatePerformance } from '@ec/contract/dashboards';
import { childType } from '@ec/contract/location-id';
import { formatCount } from '../../lib/format.ts';
import { AREA_WORDS, capital } from '../../lib/labels.ts';
import { Figure } from '../Figure.tsx';
import { Panel } from '../Panel.tsx';
import { AreaFigures } from './AreaFigures.tsx';
import { AreaRows } from './AreaRows.tsx';
import { ContactLine } from './ContactLine.tsx';
import styles from './performance.module.css';
import { type AreaHead, HOLDER } from './words.ts';

export type AreaAnswer = RegionalPerformance | StatePerformance | LgaPerformance;

interface Totals {
  rows: readonly PerformanceRow[];
  /** "4 of 20 LGAs", in the sums that stand above the rows. */
  complete: number;
  whole: number;
  of: 'lga' | 'ward' | 'polling_unit';
}

/** The rows and the sums, whichever kind of area they are of. */
function totalsOf(answer: AreaAnswer): Totals {
  if ('statePerformance' in answer) {
    const { submittedLGAs, totalLGAs } = answer.regionalTotals;
    return { rows: answer.statePerformance, complete: submittedLGAs, whole: totalLGAs, of: 'lga' };
  }
  if ('lgaPerformance' in answer) {
    const { submittedWards, totalWards } = answer.stateTotals;
    return { rows: answer.lgaPerformance, complete: submittedWards, whole: totalWards, of: 'ward' };
  }
  const { submittedUnits, totalUnits } = answer.lgaTotals;
  return { rows: answer.wardPerformance, complete: submittedUnits, whole: totalUnits, of: 'polling_unit' };
}

interface AreaPerformanceProps {
  data: AreaAnswer;
  /** Names the holder of the area's own office; on one's own dashboard that is oneself. */
  withContact?: boolean;
}

/** A region, state or LGA: its figures, and the areas below it. */
export function AreaPerformance({ data, withContact = false }: AreaPerformanceProps) {
  const { rows, complete, whole, of } = totalsOf(data);
  const type = rows[0]?.area.type ?? childType(data.area.type) ?? 'ward';
  const words = AREA_WORDS[type];
  const inside = AREA_WORDS[of];
  return (
    <div className={styles.page}>
      <AreaFigures head={data}>
        <Figure label={capital(words.many)} value={rows.length} note={`in ${data.area.name}`} />
        <Figure
          label={`${capital(inside.many)} submitted`}
          value={complete}
          note={`of ${formatCount(whole, inside.one, inside.many)}`}
        />
      </AreaFigures>
      {withContact && <OfficePanel head={data} />}
      <AreaRows type={type} rows={rows} head={data} cards={data.area.type === 'state'} />
    </div>
  );
}

/** Whom to call about the area itself. */
export function OfficePanel({ head }: { head: AreaHead }) {
  return (
    <Panel title={HOLDER[head.area.type]}>
      <ContactLine contact={head.contact} none="Nobody holds this office, or you may not see who does." />
    </Panel>
  );
}
