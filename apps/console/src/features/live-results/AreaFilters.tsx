import { ancestorOf, type LocationId, NATION } from '@ec/contract/location-id';
import { ballotOf } from '@ec/contract/parties';
import { TIE } from '@ec/contract/sheet';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/FilterBar.tsx';
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
  const options = ballotOf(parties).map((party) => ({ value: party, label: party }));
  const choices = [
    { key: 'party', label: 'Party', data: [{ value: ALL, label: 'All Parties' }, ...options] },
    {
      key: 'leading',
      label: 'Leading party',
      data: [{ value: ALL, label: 'Any leader' }, ...options, { value: TIE, label: TIE }],
    },
  ];
  return (
    <FilterBar
      label="Filter results"
      filters={{ party: state.party, leading: state.leading, area: state.area }}
      whole={WHOLE}
      onChange={(change) => set('area' in change ? { ...change, ...areaChange(NATION) } : change)}
      choices={parties.length > 0 ? choices : []}
      folds
    >
      {STEPS.map((step) => (
        <PlaceSelect key={step.type} step={step} areaId={state.areaId} onChoose={(id) => set(areaChange(id))} />
      ))}
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
    <Select
      label={step.label}
      data={[{ value: ALL, label: step.all }, ...options]}
      value={current === undefined ? ALL : String(current)}
      onChange={(id) => onChoose(id ? (Number(id) as LocationId) : (parent ?? NATION))}
      disabled={parent === null}
      placeholder={step.all}
      {...(parent === null && { title: step.first })}
      error={isError && 'Could not be loaded'}
      searchable={parent !== null}
      allowDeselect={false}
      nothingFoundMessage="Nothing found"
    />
  );
}

/** The area whose children the step offers; null while a wider one is not chosen. */
function parentFor(areaId: LocationId, type: (typeof STEPS)[number]['type']): LocationId | null {
  const wider = { region: 'national', state: 'region', lga: 'state', ward: 'lga' } as const;
  return ancestorOf(areaId, wider[type]) ?? null;
}
