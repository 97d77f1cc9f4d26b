import type { Basis } from '@ec/contract/base/common';
import type { CollationCounts } from '@ec/contract/collations/counts';
import { TEST_WORDS } from '@ec/contract/elections/declaration-words';
import type { SituationRoom } from '@ec/contract/situation-room/schemas';
import { VisuallyHidden } from '@mantine/core';
import { latePart } from '../../components/page/late-part.tsx';
import { formsIn, isStarted } from '../../domain/collations/words.ts';
import { slicesOf, TOP_PARTIES, VoteShare } from '../../domain/results/VoteShare.tsx';
import { formatNumber } from '../../lib/format/format.ts';
import { type Measure, measureOf, MEASURES, measureTitle, readState } from '../../domain/situation-room/measures.ts';
import { StatesTable } from '../../domain/situation-room/StatesTable.tsx';
import styles from './wall.module.css';
import { WallFigures } from './WallFigures.tsx';
import { WallLists } from './WallLists.tsx';
import { WallParties } from './WallParties.tsx';
import { projectionText } from '../../domain/situation-room/words.ts';
import { PartyLooks } from '../../domain/results/PartyLooks.tsx';

const MeasureMap = latePart(
  async () => (await import('../../domain/situation-room/MeasureMap.tsx')).MeasureMap,
  'The map',
  <></>,
);
const RateChart = latePart(
  async () => (await import('../../domain/situation-room/RateChart.tsx')).RateChart,
  'The chart',
  <></>,
);

interface WallBoardProps {
  room: SituationRoom;
  basis: Basis;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

/** One line of counts: a wall names no person, and no form. */
function WallCollation({ levels }: Pick<CollationCounts, 'levels'>) {
  return (
    <section className={`${styles.panel} ${styles.collation}`} aria-label="Collation forms in">
      <span className="dim">Collation forms in</span>
      {levels.map((level) => (
        <span key={level.level}>{formsIn(level)}</span>
      ))}
    </section>
  );
}

/** Everything at once, without scrolling: figures, map, parties, rate, and what comes in. */
export function WallBoard({ room, basis, measure, onMeasure }: WallBoardProps) {
  const readings = room.states.map((row) => readState(row, measure, basis, room.looks));
  const title = measureTitle(measure, basis);
  const collation = room.collation && isStarted(room.collation) ? room.collation : null;
  const slices = slicesOf(room, room.basis[basis], TOP_PARTIES);
  return (
    <PartyLooks of={room}>
      <div className={styles.board} data-collation={collation ? true : undefined}>
        <WallFigures room={room} basis={basis} />
        {collation && <WallCollation levels={collation.levels} />}
        <section className={styles.panel} style={{ gridArea: 'map' }}>
          <div className={styles.panelHead}>
            <h2>{title}</h2>
            <select
              aria-label="What the map shows"
              className={styles.select}
              value={measure}
              onChange={(event) => onMeasure(measureOf(event.currentTarget.value))}
            >
              {MEASURES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <div className={styles.drawing}>
            <MeasureMap label={title} readings={readings} measure={measure} />
          </div>
          <VisuallyHidden>
            <StatesTable label={`${title}, as a table`} readings={readings} measure={measure} />
          </VisuallyHidden>
        </section>
        <section className={styles.panel} style={{ gridArea: 'parties' }}>
          <h2>{room.declaration ? TEST_WORDS[room.declaration[basis].test].title : 'Votes by party'}</h2>
          {slices.length > 0 && <VoteShare slices={slices} />}
          <WallParties room={room} basis={basis} />
        </section>
        <section className={styles.panel} style={{ gridArea: 'rate' }}>
          <h2>
            Rate of reports <span>{formatNumber(room.rate.lastHour)} in the last hour</span>
          </h2>
          <div className={styles.chart}>
            <RateChart stretches={room.rate.stretches} height="100%" fontSize="0.85em" />
          </div>
          <p>{projectionText(room)}</p>
        </section>
        <WallLists room={room} />
      </div>
    </PartyLooks>
  );
}
