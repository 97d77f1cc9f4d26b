import type { Basis } from '@ec/contract/base/common';
import type { LiveArea } from '@ec/contract/live/schemas';
import { ancestorOf, codeOf, type LocationId, locationType } from '@ec/contract/geography/location-id';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { ErrorView } from '../../../components/page/ErrorView.tsx';
import { Panel } from '../../../components/page/Panel.tsx';
import { useOptionsNear } from '../../../lib/hooks/draw-later.ts';
import { silentUnits } from '../../../domain/results/coverage.ts';
import { formatNumber } from '../../../lib/format/format.ts';
import { silentLgasQuery } from '../api.ts';
import styles from './silent.module.css';
import { type SetRoom, useSilentNews } from '../room-state.ts';
import { SilentList } from './SilentList.tsx';

interface SilentPanelProps {
  electionId: string;
  states: readonly LiveArea[];
  basis: Basis;
  /** The state or LGA chosen. */
  place: LocationId | null;
  set: SetRoom;
}

/** Areas with silent units, those with most of them first, as choices. */
function choices(areas: readonly LiveArea[]) {
  return areas
    .filter(({ coverage }) => silentUnits(coverage) > 0)
    .toSorted((a, b) => silentUnits(b.coverage) - silentUnits(a.coverage))
    .map(({ area, coverage }) => ({
      value: area.code,
      label: `${area.name} (${formatNumber(silentUnits(coverage))})`,
    }));
}

/** Keeps a chosen area in the list after its last unit has reported, so that the choice does not vanish under the reader. */
function withChosen(list: ReturnType<typeof choices>, areas: readonly LiveArea[], chosen: string | null) {
  const area = areas.find((each) => each.area.code === chosen)?.area;
  if (!area || list.some(({ value }) => value === area.code)) return list;
  return [...list, { value: area.code, label: `${area.name} (0)` }];
}

/** Who has not reported, and whom to call about it: state, then LGA, then the units by ward. */
export function SilentPanel({ electionId, states, basis, place, set }: SilentPanelProps) {
  const state = place === null ? null : (ancestorOf(place, 'state') ?? null);
  const lga = place !== null && locationType(place) === 'lga' ? place : null;
  const lgas = useQuery({ ...silentLgasQuery(electionId, state ?? (0 as LocationId)), enabled: state !== null });
  useSilentNews(electionId, place);
  const nearStates = useOptionsNear();
  const nearLgas = useOptionsNear();
  const stateCode = state && codeOf(state);
  const lgaCode = lga && codeOf(lga);
  const ofState = choices(states);
  const ofLga = lgas.data ? choices(lgas.data.areas) : [];
  return (
    <Panel
      flush
      title={
        <span id="silent-units" className={styles.anchor}>
          Silent units
        </span>
      }
      note="units that have not reported, with whom to call"
    >
      <div className={styles.choosers}>
        <Select
          {...nearStates}
          label="State"
          placeholder="Choose a state"
          data={withChosen(ofState, states, stateCode)}
          value={stateCode}
          onChange={(code) => set({ silent: code ?? '' })}
          searchable
          nothingFoundMessage="No such state with silent units"
        />
        <Select
          {...nearLgas}
          label="LGA"
          placeholder={state === null ? 'Choose a state first' : 'Choose an LGA'}
          data={withChosen(ofLga, lgas.data?.areas ?? [], lgaCode)}
          value={lgaCode}
          onChange={(code) => set({ silent: code ?? stateCode ?? '' })}
          disabled={state === null}
          searchable
          nothingFoundMessage={lgas.data ? 'No such LGA with silent units' : 'Loading…'}
        />
      </div>
      {lgas.error && !lgas.data ? (
        <ErrorView title="The LGAs could not be loaded" error={lgas.error} onRetry={lgas.refetch} />
      ) : lga === null ? (
        <EmptyState title={ofState.length === 0 ? 'Every unit has reported' : 'Choose a state and an LGA'}>
          {ofState.length > 0 && 'Those with most silent units stand first; the number of them is beside the name.'}
        </EmptyState>
      ) : (
        <SilentList electionId={electionId} lga={lga} basis={basis} />
      )}
    </Panel>
  );
}
