import type { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Segmented } from '../../../components/form/Segmented.tsx';
import { withQuery } from '../../../domain/elections/count-choice.ts';
import { latePart } from '../../../components/page/late-part.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { mayOpen } from '../../../lib/session/may-open.ts';
import { MEASURES, type Measure, measureTitle, readState } from '../../../domain/situation-room/measures.ts';
import styles from '../room.module.css';
import type { RoomState, SetRoom } from '../room-state.ts';
import { StatesTable } from '../../../domain/situation-room/StatesTable.tsx';
import { usePartyLooks } from '../../../domain/results/PartyLooks.tsx';

// The outlines of the states are heavier than the rest of the page, so they come after it.
const MeasureMap = latePart(
  async () => (await import('../../../domain/situation-room/MeasureMap.tsx')).MeasureMap,
  'The map',
  <Skeleton height={420} />,
);

interface StatesPanelProps {
  electionId: string;
  states: readonly LiveArea[];
  basis: Basis;
  measure: Measure;
  view: RoomState['view'];
  set: SetRoom;
}

const VIEWS = [
  { value: 'map', label: 'Map' },
  { value: 'table', label: 'Table' },
];

/** One measure of the 37 states, drawn or as a table that says the same. */
export function StatesPanel({ electionId, states, basis, measure, view, set }: StatesPanelProps) {
  const me = useCurrentMe();
  const looks = usePartyLooks();
  const readings = states.map((row) => readState(row, measure, basis, looks));
  const title = measureTitle(measure, basis);
  const linkTo = (code: string) => {
    const path = withQuery(`/state/${code}`, { election: electionId, source: 'official', basis });
    return mayOpen(me, path) ? path : null;
  };
  return (
    <Panel
      title={title}
      actions={
        <Segmented size="xs" aria-label="Show as" data={VIEWS} value={view} onChange={(next) => set({ view: next })} />
      }
    >
      <div className={styles.measures}>
        <div className={styles.choice}>
          <Segmented
            size="xs"
            aria-label="Measure"
            wide
            data={MEASURES}
            value={measure}
            onChange={(next) => set({ measure: next })}
          />
        </div>
      </div>
      {view === 'table' ? (
        <StatesTable label={title} readings={readings} measure={measure} linkTo={linkTo} />
      ) : (
        <>
          <div className={styles.drawing}>
            <MeasureMap label={title} readings={readings} measure={measure} linkTo={linkTo} />
          </div>
          <VisuallyHidden>
            <StatesTable label={`${title}, as a table`} readings={readings} measure={measure} />
          </VisuallyHidden>
        </>
      )}
    </Panel>
  );
}
