import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../components/SearchField.tsx';
import { FILTERS, type Filters, isNarrowed, SHOW_CHOICES, TOPIC_CHOICES, TYPE_CHOICES } from './filters.ts';
import styles from './history.module.css';

interface NotificationFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const CHOICES = [
  { key: 'show', label: 'Show', data: SHOW_CHOICES },
  { key: 'type', label: 'Type', data: TYPE_CHOICES },
  { key: 'topic', label: 'Topic', data: TOPIC_CHOICES },
] as const;

/** What the history is narrowed to, all of it in the address. */
export function NotificationFilters({ filters, onChange }: NotificationFiltersProps) {
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const control = styles.control ?? '';
  return (
    <div className={styles.filters} role="search" aria-label="Notifications">
      <SearchField
        key={cleared}
        value={filters.q}
        onChange={(q) => onChange({ q })}
        placeholder="Words of a notification"
        inputClass={control}
      />
      {CHOICES.map(({ key, label, data }) => (
        <Select
          key={key}
          label={label}
          data={data}
          value={filters[key]}
          allowDeselect={false}
          onChange={(chosen) => onChange({ [key]: chosen ?? '' })}
          classNames={{ input: control, option: control }}
        />
      ))}
      {isNarrowed(filters) && (
        <Button
          variant="default"
          className={control}
          onClick={() => {
            setCleared((count) => count + 1);
            onChange(FILTERS);
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}
