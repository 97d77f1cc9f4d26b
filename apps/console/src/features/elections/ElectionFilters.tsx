import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ElectionFilters as Filters } from './api.ts';
import styles from './ElectionCard.module.css';
import { STATUS } from './labels.ts';

interface ElectionFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

const STATUSES = [
  { value: '', label: 'All Statuses' },
  ...Object.entries(STATUS).map(([value, { label }]) => ({ value, label })),
];
const SORTS = [
  { value: '', label: 'Latest date first' },
  { value: 'name', label: 'Title' },
];

export function ElectionFilters({ filters, onChange }: ElectionFiltersProps) {
  const [text, setText] = useState(filters.q);
  const search = useDebouncedCallback((q: string) => onChange({ q }), 300);
  return (
    <div className={styles.filters} role="search" aria-label="Elections">
      <TextInput
        label="Search"
        type="search"
        placeholder="Title or description"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value.trim());
        }}
      />
      <Select
        label="Status"
        data={STATUSES}
        value={filters.status}
        onChange={(status) => onChange({ status: status ?? '' })}
        allowDeselect={false}
      />
      <Select
        label="Sort by"
        data={SORTS}
        value={filters.sort}
        onChange={(sort) => onChange({ sort: sort ?? '' })}
        allowDeselect={false}
      />
    </div>
  );
}
