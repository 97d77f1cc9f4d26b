import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { SearchField } from '../../components/SearchField.tsx';
import styles from './approvals.module.css';

export interface FilterChoice {
  key: string;
  label: string;
  value: string;
  data: { value: string; label: string }[];
  /** Why it cannot be changed here. */
  fixed?: string | undefined;
}

interface ListFiltersProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
  q: string;
  choices: readonly FilterChoice[];
  onChange: (change: Record<string, string>) => void;
}

/** Search and choices above a list; the address follows once the person pauses. */
export function ListFilters({ label, placeholder, q, choices, onChange }: ListFiltersProps) {
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const narrowed = q !== '' || choices.some(({ value, fixed }) => value !== '' && !fixed);
  const clear = () => {
    setCleared((count) => count + 1);
    onChange({ q: '', ...Object.fromEntries(choices.filter(({ fixed }) => !fixed).map(({ key }) => [key, ''])) });
  };
  return (
    <div className={styles.filters} role="search" aria-label={label}>
      <SearchField key={cleared} value={q} onChange={(words) => onChange({ q: words })} placeholder={placeholder} />
      {choices.map(({ key, label: name, value, data, fixed }) => (
        <Select
          key={key}
          label={name}
          data={data}
          value={value}
          allowDeselect={false}
          disabled={fixed !== undefined}
          description={fixed}
          onChange={(chosen) => onChange({ [key]: chosen ?? '' })}
        />
      ))}
      {narrowed && (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
