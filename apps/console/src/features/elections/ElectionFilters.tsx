import { FilterBar } from '../../components/list/FilterBar.tsx';
import { FilterSelect } from '../../components/list/FilterSelect.tsx';
import { known } from '../../lib/hooks/active-filters.ts';
import { type ElectionFilters as Filters, NOTHING_NARROWED, SORT_CHOICES } from './filters.ts';
import { STATUS } from './labels.ts';

interface ElectionFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const CHOICES = [
  {
    key: 'status',
    label: 'Status',
    data: [
      { value: '', label: 'All Statuses' },
      ...Object.entries(STATUS).map(([value, { label }]) => ({ value, label })),
    ],
  },
];

/** What the elections are narrowed to, and their order. */
export function ElectionFilters({ filters, onChange }: ElectionFiltersProps) {
  return (
    <FilterBar
      label="Elections"
      placeholder="Title or description"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
    >
      <FilterSelect
        label="Sort by"
        data={SORT_CHOICES}
        value={known(SORT_CHOICES, filters.sort)}
        onChange={(sort) => onChange({ sort })}
      />
    </FilterBar>
  );
}
