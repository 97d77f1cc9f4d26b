import { FilterBar } from '../../components/FilterBar.tsx';
import { FilterSelect } from '../../components/FilterSelect.tsx';
import { type ElectionFilters as Filters, NOTHING_NARROWED } from './filters.ts';
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
const SORTS = [
  { value: '', label: 'Latest date first' },
  { value: 'name', label: 'Title' },
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
      <FilterSelect label="Sort by" data={SORTS} value={filters.sort} onChange={(sort) => onChange({ sort })} />
    </FilterBar>
  );
}
