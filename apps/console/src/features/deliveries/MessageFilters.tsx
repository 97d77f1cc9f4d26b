import type { OutboxList } from '@ec/contract/deliveries';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../components/SearchField.tsx';
import styles from './deliveries.module.css';
import { CHANNEL_CHOICES, type DeliveryFilters, FILTERS, isNarrowed, statusChoices } from './filters.ts';

interface MessageFiltersProps {
  filters: DeliveryFilters;
  counts: OutboxList['counts'] | undefined;
  onFilter: (change: Partial<DeliveryFilters>) => void;
}

/** What the list is narrowed to, all of it in the address. */
export function MessageFilters({ filters, counts, onFilter }: MessageFiltersProps) {
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const control = styles.control ?? '';
  const choices = [
    { key: 'status', label: 'Status', data: statusChoices(counts) },
    { key: 'channel', label: 'Channel', data: CHANNEL_CHOICES },
  ] as const;
  return (
    <div className={styles.filters} role="search" aria-label="Messages">
      <SearchField
        key={cleared}
        value={filters.q}
        onChange={(q) => onFilter({ q })}
        placeholder="Phone number or e-mail"
        inputClass={control}
      />
      {choices.map(({ key, label, data }) => (
        <Select
          key={key}
          label={label}
          data={data}
          value={filters[key]}
          allowDeselect={false}
          onChange={(chosen) => onFilter({ [key]: chosen ?? '' })}
          classNames={{ input: control, option: control }}
        />
      ))}
      {isNarrowed(filters) && (
        <Button
          variant="default"
          className={styles.clear ?? ''}
          onClick={() => {
            setCleared((count) => count + 1);
            onFilter(FILTERS);
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
