import { ElectionFilter } from '../../domain/elections/ElectionFilter.tsx';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { PlaceFilter } from '../../domain/places/PlaceFilter.tsx';
import {
  type AlertFilters,
  NOTHING_NARROWED,
  PRIORITY_CHOICES,
  RULE_CHOICES,
  STATE_CHOICES,
  TYPE_CHOICES,
  UNREAD,
} from './filters.ts';

interface AlertFilterBarProps {
  filters: AlertFilters;
  onChange: (change: Partial<AlertFilters>) => void;
}

const CHOICES = [
  { key: 'priority', label: 'Priority', data: PRIORITY_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'state', label: 'Progress', data: STATE_CHOICES },
  { key: 'rule', label: 'Rule', data: RULE_CHOICES },
];

const UNREAD_ONLY = { key: 'unread', label: 'Unread only', on: UNREAD };

/** What the list is narrowed to; the unread are asked for so often that it stays at hand on a phone. */
export function AlertFilterBar({ filters, onChange }: AlertFilterBarProps) {
  return (
    <FilterBar
      label="Alerts"
      placeholder="Words, place or code"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onChange}
      choices={CHOICES}
      tick={UNREAD_ONLY}
      folds
    >
      <ElectionFilter value={filters.election} onChange={(election) => onChange({ election })} />
      <PlaceFilter depth="ward" value={filters.area} onChange={(area) => onChange({ area })} />
    </FilterBar>
  );
}
