import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

interface SortHeaderProps {
  column: { header: string; head?: ReactNode; numeric?: boolean; sort?: string };
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

export function SortHeader({ column, sort, onSort }: SortHeaderProps) {
  const numeric = column.numeric || undefined;
  const by = column.sort;
  if (!by || !onSort) {
    return (
      <Table.Th scope="col" data-numeric={numeric}>
        {column.head ?? column.header}
      </Table.Th>
    );
  }
  const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <Table.Th scope="col" data-numeric={numeric} aria-sort={direction}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}>
        {column.header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}
