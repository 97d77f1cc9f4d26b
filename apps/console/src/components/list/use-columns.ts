import { useState } from 'react';
import { readUserId } from '../../lib/session/session-store.ts';
import type { Column } from './DataTable.tsx';

/** One choice for each person on the device and list. */
const keyOf = (list: string) => `ec-columns:${readUserId() ?? ''}:${list}`;

function readHidden(list: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(list)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function keepHidden(list: string, hidden: readonly string[]): void {
  try {
    if (hidden.length === 0) localStorage.removeItem(keyOf(list));
    else localStorage.setItem(keyOf(list), JSON.stringify(hidden));
  } catch {
    // A full or refused store: the choice holds until the page is left.
  }
}

/** The first column names the row, the last one holds its actions where it says so: these always stay. */
const isFixed = <Row>(column: Column<Row>, index: number): boolean => index === 0 || column.fixed === true;

export interface ColumnChoiceState {
  /** The columns that can be hidden. */
  columns: { key: string; header: string; shown: boolean }[];
  toggle: (key: string) => void;
  showAll: () => void;
}

/** The columns that the person wants to see of a list, as stored on this device; `choice` is null where there is none. */
export function useColumns<Row>(
  list: string | undefined,
  columns: readonly Column<Row>[],
): { shown: readonly Column<Row>[]; choice: ColumnChoiceState | null } {
  const [hidden, setHidden] = useState<readonly string[]>(() => (list === undefined ? [] : readHidden(list)));
  if (list === undefined) return { shown: columns, choice: null };
  const change = (next: readonly string[]) => {
    keepHidden(list, next);
    setHidden(next);
  };
  const free = columns.filter((column, index) => !isFixed(column, index));
  const isHidden = (column: Column<Row>) => hidden.includes(column.key) && free.includes(column);
  return {
    shown: columns.filter((column) => !isHidden(column)),
    choice: {
      columns: free.map((column) => ({ key: column.key, header: column.header, shown: !isHidden(column) })),
      toggle: (key) => change(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]),
      showAll: () => change([]),
    },
  };
}
