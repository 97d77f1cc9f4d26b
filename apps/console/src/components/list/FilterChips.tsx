import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

export interface FilterChip {
  /** The filter's name in the address. */
  key: string;
  title: string;
  value: ReactNode;
}

/** The active filters of a list, each with a button to remove it. */
export function FilterChips({ chips, onDrop }: { chips: readonly FilterChip[]; onDrop: (key: string) => void }) {
  if (chips.length === 0) return null;
  return (
    <ul className="row gap-6 shrink" aria-label="Active filters">
      {chips.map(({ key, title, value }) => (
        <li key={key} className={styles.chip}>
          <span className="wrap">
            {title}: <strong>{value}</strong>
          </span>
          <UnstyledButton className={styles.drop} aria-label={`Remove the filter ${title}`} onClick={() => onDrop(key)}>
            <IconX size={14} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
