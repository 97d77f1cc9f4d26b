import { FilterBar } from '../../components/list/FilterBar.tsx';
import { PlaceFilter } from '../../domain/places/PlaceFilter.tsx';
import { type UserFilters as Filters, NOTHING_NARROWED } from './filters.ts';
import { ROLE_GROUPS, STATUS_OPTIONS } from './labels.ts';

interface UserFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  /** How much of what is shown; absent while it loads. */
  summary: string | undefined;
}

const CHOICES = [
  { key: 'role', label: 'Role', data: [{ value: '', label: 'All Roles' }, ...ROLE_GROUPS] },
  { key: 'status', label: 'Status', data: [{ value: '', label: 'All Statuses' }, ...STATUS_OPTIONS] },
];

/** What the list is narrowed to. */
export function UserFilters({ filters, onChange, summary = '' }: UserFiltersProps) {
  return (
    <FilterBar
      label="Users"
      placeholder="Part of a name or phone"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      summary={summary}
      clearLabel="Clear All Filters"
      folds
    >
      <PlaceFilter value={filters.place} onChange={(place) => onChange({ place })} />
    </FilterBar>
  );
}
