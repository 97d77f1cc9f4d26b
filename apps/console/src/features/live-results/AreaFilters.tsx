import { ancestorOf, type LocationId, NATION } from '@ec/contract/geography/location-id';
import { ballotOf } from '@ec/contract/elections/parties';
import { TIE } from '@ec/contract/results/sheet';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { placesQuery } from './api.ts';
import { areaChange, type LiveState } from './live-state.ts';

interface AreaFiltersProps extends Pick<LiveState, 'state' | 'set'> {
  /** The election's parties; empty where results are not filtered by party. */
  parties: readonly string[];
}

const STEPS = [
  { type: 'region', label: 'Region', all: 'All Regions', first: '' },
  { type: 'state', label: 'State', all: 'All States', first: 'Choose a region first' },
  { type: 'lga', label: 'LGA', all: 'All LGAs', first: 'Choose a state first' },
  { type: 'ward', label: 'Ward', all: 'All Wards', first: 'Choose an LGA first' },
] as const;
const ALL = '';
const WHOLE = { party: ALL, leading: ALL, area: ALL };

/** What the areas and their figures are narrowed to. */
export function AreaFilters({ state, set, parties }: AreaFiltersProps) {
  const { area, areaId, party, leading } = state;
  const options = ballotOf(parties).map((each) => ({ value: each, label: each }));
  return (
    <FilterBar
      label="Filter results"
      filters={{ area, party, leading }}
      whole={WHOLE}
      onChange={(change) => set({ ...change, ...areaChange(NATION) })}
      folds
    >
      {STEPS.map((step) => (
        <PlaceSelect key={step.type} step={step} areaId={areaId} onChoose={(id) => set(areaChange(id))} />
      ))}
      {parties.length > 0 && (
        <>
          <FilterSelect
            label="Party"
            data={[{ value: ALL, label: 'All Parties' }, ...options]}
            value={party}
            onChange={(next) => set({ party: next })}
          />
          <FilterSelect
            label="Leading party"
            data={[{ value: ALL, label: 'Any leader' }, ...options, { value: TIE, label: TIE }]}
            value={leading}
            onChange={(next) => set({ leading: next })}
          />
        </>
      )}
    </FilterBar>
  );
}

interface PlaceSelectProps {
  step: (typeof STEPS)[number];
  areaId: LocationId;
  onChoose: (area: LocationId) => void;
}

/** One step of the cascade. Choosing shows that area, so what lies below another one no longer stands. */
function PlaceSelect({ step, areaId, onChoose }: PlaceSelectProps) {
  const current = ancestorOf(areaId, step.type);
  const parent = parentFor(areaId, step.type);
  const { data, isError } = useQuery(placesQuery(step.type, parent));
  const options = (data?.locations ?? []).map((place) => ({ value: String(place.id), label: place.name }));
  return (
    <FilterSelect
      label={step.label}
      data={[{ value: ALL, label: step.all }, ...options]}
      value={current === undefined ? ALL : String(current)}
      onChange={(id) => onChoose(id ? (Number(id) as LocationId) : (parent ?? NATION))}
      disabled={parent === null}
      title={parent === null ? step.first : undefined}
      error={isError ? 'Could not be loaded' : undefined}
      searchable={parent !== null}
    />
  );
}

/** The area whose children the step offers; null while a wider one is not chosen. */
function parentFor(areaId: LocationId, type: (typeof STEPS)[number]['type']): LocationId | null {
  const wider = { region: 'national', state: 'region', lga: 'state', ward: 'lga' } as const;
  return ancestorOf(areaId, wider[type]) ?? null;
}
