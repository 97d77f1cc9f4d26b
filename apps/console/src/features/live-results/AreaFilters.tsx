import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { ballotOf, OTHERS } from '@ec/contract/elections/parties';
import { TIE } from '@ec/contract/results/sheet';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { PlacePicker } from '../../domain/places/PlacePicker.tsx';
import { areaChange } from './live-params.ts';
import type { LiveState } from './live-state.ts';

interface AreaFiltersProps extends Pick<LiveState, 'state' | 'set'> {
  /** The election's parties; empty where results are not filtered by party. */
  parties: readonly string[];
}

const WHOLE = { area: '', party: '', leading: '' };

/** What the page is narrowed to. */
export function AreaFilters({ state, set, parties }: AreaFiltersProps) {
  const { area, areaId, party, leading } = state;
  const options = ballotOf(parties).map((each) => ({ value: each, label: each }));
  const leaders = options.filter(({ value }) => value !== OTHERS);
  const choices = [
    { key: 'party', label: 'Party', data: [{ value: '', label: 'All Parties' }, ...options] },
    {
      key: 'leading',
      label: 'Leading party',
      data: [{ value: '', label: 'Any leader' }, ...leaders, { value: TIE, label: TIE }],
    },
  ];
  const toPlace = (place: string) => areaChange(locationIdOf(place) ?? NATION);
  return (
    <FilterBar
      label="Filter results"
      filters={{ area, party, leading }}
      whole={WHOLE}
      onChange={({ area: place, ...change }) => set({ ...change, ...(place !== undefined && toPlace(place)) })}
      choices={parties.length > 0 ? choices : []}
      first={<PlacePicker value={areaId === NATION ? '' : area} onChange={(place) => set(toPlace(place))} />}
      firstKey="area"
    />
  );
}
