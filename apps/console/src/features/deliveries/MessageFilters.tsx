import type { OutboxList } from '@ec/contract/deliveries/schemas';
import { FilterBar } from '../../components/list/FilterBar.tsx';
import { CHANNEL_CHOICES, type DeliveryFilters, NOTHING_NARROWED, statusChoices } from './filters.ts';

interface MessageFiltersProps {
  filters: DeliveryFilters;
  counts: OutboxList['counts'] | undefined;
  onFilter: (change: Partial<DeliveryFilters>) => void;
}

/** What the list is narrowed to. */
export function MessageFilters({ filters, counts, onFilter }: MessageFiltersProps) {
  return (
    <FilterBar
      inPanel
      label="Messages"
      placeholder="Phone number or e-mail"
      filters={filters}
      whole={NOTHING_NARROWED}
      onChange={onFilter}
      choices={[
        { key: 'status', label: 'Status', data: statusChoices(counts) },
        { key: 'channel', label: 'Channel', data: CHANNEL_CHOICES },
      ]}
    />
  );
}
