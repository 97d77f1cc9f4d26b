import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
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
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((words: string) => onChange({ q: words }), 300);
  const narrowed = q !== '' || choices.some(({ value, fixed }) => value !== '' && !fixed);
  const clear = () => {
    search.cancel();
    setText('');
    onChange({ q: '', ...Object.fromEntries(choices.filter(({ fixed }) => !fixed).map(({ key }) => [key, ''])) });
  };
  return (
    <div className={styles.filters} role="search" aria-label={label}>
      <TextInput
        label="Search"
        type="search"
        placeholder={placeholder}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value.trim());
        }}
      />
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
