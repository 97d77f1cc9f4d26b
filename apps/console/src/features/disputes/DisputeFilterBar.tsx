import { ElectionFilter } from '../../domain/elections/ElectionFilter.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { PlaceFilter } from '../../domain/places/PlaceFilter.tsx';
import { type DisputeFilters, NOTHING_NARROWED, SORT_CHOICES, SOURCE_CHOICES, WHOSE_CHOICES } from './filters.ts';

interface DisputeFilterBarProps {
  filters: DisputeFilters;
  onChange: (change: Partial<DisputeFilters>) => void;
}

const CHOICES = [
  { key: 'whose', label: 'Whose', data: WHOSE_CHOICES },
  { key: 'source', label: 'Source', data: SOURCE_CHOICES },
];

/** What the list is narrowed to, and its order. */
export function DisputeFilterBar({ filters, onChange }: DisputeFilterBarProps) {
  return (
    <FilterBar
      label="Disputes"
      placeholder="Unit name or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      folds
    >
      <ElectionFilter value={filters.election} onChange={(election) => onChange({ election })} />
      <PlaceFilter depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
      <FilterSelect label="Order" data={SORT_CHOICES} value={filters.sort} onChange={(sort) => onChange({ sort })} />
    </FilterBar>
  );
}
