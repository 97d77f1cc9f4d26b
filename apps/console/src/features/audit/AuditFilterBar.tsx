import { AUDIT_PERIODS } from '@ec/contract/audit/schemas';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { AdvancedFilters } from './AdvancedFilters.tsx';
import { FilterPills } from './FilterPills.tsx';
import { type AuditFilters, effective, NOTHING_NARROWED } from './filters.ts';
import { ACTION_CHOICES } from './words.ts';

const CHOICES = [
  { key: 'action', label: 'Action', data: ACTION_CHOICES, searchable: true },
  {
    key: 'period',
    label: 'Period',
    data: Object.entries(AUDIT_PERIODS).map(([value, label]) => ({ value, label })),
  },
];

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
}

/** What the list is narrowed to, all of it in the address. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  return (
    <FilterBar
      label="Audit logs"
      placeholder="Person, place, action or address"
      filters={effective(filters)}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      moreLabel="Advanced Filters"
      below={<FilterPills filters={filters} onChange={onChange} />}
    >
      <AdvancedFilters filters={filters} onChange={onChange} />
    </FilterBar>
  );
}
