import type { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { VisuallyHidden } from '@mantine/core';
import { Segmented } from '../../components/form/Segmented.tsx';
import { AreaTiles } from '../../domain/places/AreaTiles.tsx';
import { NigeriaMap } from '../../domain/places/NigeriaMap.tsx';
import { usePartyLooks } from '../../domain/results/PartyLooks.tsx';
import { drawnAs, legendOf } from '../../domain/situation-room/legend.ts';
import { MEASURES, type MeasuredLevel, measureTitle, readState } from '../../domain/situation-room/measures.ts';
import { StatesTable } from '../../domain/situation-room/StatesTable.tsx';
import { areaChange } from './live-params.ts';
import type { LiveState } from './live-state.ts';
import styles from './live.module.css';

/** What stands between parties; coverage and disputes are in the table. */
const STANDINGS = MEASURES.filter(({ value }) => value === 'leading' || value === 'margin');

interface StandingsMapProps extends LiveState {
  level: MeasuredLevel;
  areas: readonly LiveArea[];
  basis: Basis;
}

/** Who leads where: the states as they lie, the LGAs of a state as tiles. Each area leads to its own results. */
export function StandingsMap({ level, areas, basis, state, set, linkTo }: StandingsMapProps) {
  const looks = usePartyLooks();
  const measure = state.measure === 'margin' ? 'margin' : 'leading';
  const readings = areas.map((row) => readState(row, measure, basis, looks));
  const label = measureTitle(measure, basis, level);
  const ids = new Map(areas.map(({ area }) => [area.code, area.id]));
  const pathOf = (code: string) => {
    const id = ids.get(code);
    return id === undefined ? null : linkTo(areaChange(id));
  };
  const drawn = {
    label,
    areas: drawnAs(readings, measure),
    legend: legendOf(readings, measure, level),
    linkTo: pathOf,
  };
  return (
    <div className={`stack gap-12 pad holds ${styles.standings}`}>
      <Segmented
        size="xs"
        aria-label="Measure"
        data={STANDINGS}
        value={measure}
        onChange={(next) => set({ measure: next })}
      />
      {level === 'lga' ? (
        <AreaTiles {...drawn} />
      ) : (
        <>
          <div className={styles.drawing}>
            <NigeriaMap {...drawn} />
          </div>
          <VisuallyHidden>
            <StatesTable label={`${label}, as a table`} readings={readings} measure={measure} />
          </VisuallyHidden>
        </>
      )}
    </div>
  );
}
