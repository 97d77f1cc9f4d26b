import type { Election } from '@ec/contract/elections/schemas';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { PlaceFilter } from '../../domain/places/PlaceFilter.tsx';
import { known } from '../../lib/hooks/active-filters.ts';
import { FILTERS, FLAGGED, NOTHING_NARROWED, type ReviewListFilters, SOURCE_CHOICES } from './filters.ts';

interface ReviewFiltersProps {
  filters: ReviewListFilters;
  elections: readonly Election[];
  /** Id of the one that is shown. */
  election: string;
  onChange: (change: Partial<ReviewListFilters>) => void;
}

const FAILED_CHECKS = { key: 'flagged', label: 'Failed checks only', on: FLAGGED };

/** Of which election and count the units are, and what they are narrowed to. */
export function ReviewFilters({ filters, elections, election, onChange }: ReviewFiltersProps) {
  return (
    <FilterBar
      label="Units"
      placeholder="Unit name or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      tick={FAILED_CHECKS}
      folds
    >
      {elections.length > 1 && (
        <FilterSelect
          wide
          label="Election"
          data={elections.map(({ id, name, status }) => ({ value: id, label: `${name} (${status})` }))}
          value={election}
          onChange={(next) => onChange({ election: next })}
        />
      )}
      <FilterSelect
        label="Source"
        data={SOURCE_CHOICES}
        value={known(SOURCE_CHOICES, filters.source) || FILTERS.source}
        onChange={(source) => onChange({ source })}
      />
      <PlaceFilter depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
    </FilterBar>
  );
}
