import { Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { CATEGORY_CHOICES } from './labels.ts';
import styles from './permissions.module.css';

interface ModuleFiltersProps {
  text: string;
  category: string;
  onText: (text: string) => void;
  onCategory: (category: string) => void;
}

export function ModuleFilters({ text, category, onText, onCategory }: ModuleFiltersProps) {
  return (
    <div className={styles.filters} role="search" aria-label="Modules">
      <TextInput
        label="Search modules"
        type="search"
        placeholder="Name or what it lets one do"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <Select
        label="Category"
        data={CATEGORY_CHOICES}
        value={category}
        onChange={(next) => onCategory(next ?? '')}
        allowDeselect={false}
      />
    </div>
  );
}
