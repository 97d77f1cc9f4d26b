import { Checkbox, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './Ticks.module.css';

export interface Ticks<Row> {
  /** The ticked rows of the page that may still be ticked. */
  ticked: Row[];
  /** Those of the page that may be ticked. */
  open: readonly Row[];
  all: boolean;
  some: boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  set: (ids: readonly string[]) => void;
}

/**
 * The ticks of one page. They are kept by id, so that a refreshed list keeps them; a row that may be ticked no more, as
 * another user has changed it meanwhile, does not count. Another page or other filters (`page`) begin without any.
 */
export function useTicks<Row extends { id: string }>(
  rows: readonly Row[],
  page: string,
  mayTick: (row: Row) => boolean,
): Ticks<Row> {
  const [{ of, ids }, setState] = useState<{ of: string; ids: ReadonlySet<string> }>({ of: page, ids: new Set() });
  const held = of === page ? ids : new Set<string>();
  const open = rows.filter(mayTick);
  const ticked = open.filter(({ id }) => held.has(id));
  const set = (next: Iterable<string>) => setState({ of: page, ids: new Set(next) });
  const all = open.length > 0 && ticked.length === open.length;
  return {
    ticked,
    open,
    all,
    some: ticked.length > 0,
    toggle: (id) => set(held.has(id) ? [...held].filter((other) => other !== id) : [...held, id]),
    toggleAll: () => set(all ? [] : open.map(({ id }) => id)),
    set,
  };
}

interface TickAllProps<Row> {
  ticks: Ticks<Row>;
  /** What is selected, for example "Select all 12 that you may decide on this page". */
  label: string;
}

/** Ticks all rows of the page; its words show above cards. */
export function TickAll<Row>({ ticks, label }: TickAllProps<Row>) {
  return (
    <label className={styles.label} title={label}>
      <Checkbox
        aria-label={label}
        checked={ticks.all}
        indeterminate={ticks.some && !ticks.all}
        disabled={ticks.open.length === 0}
        onChange={ticks.toggleAll}
      />
      <span className={styles.words} aria-hidden>
        {label}
      </span>
    </label>
  );
}

interface TickProps<Row> {
  row: Row;
  ticks: Ticks<Row>;
  /** For screen readers. */
  label: string;
}

export function Tick<Row extends { id: string }>({ row, ticks, label }: TickProps<Row>) {
  return (
    <label className={styles.label}>
      <Checkbox
        checked={ticks.ticked.some(({ id }) => id === row.id)}
        disabled={!ticks.open.some(({ id }) => id === row.id)}
        onChange={() => ticks.toggle(row.id)}
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  );
}

/** What can be done with the rows that are ticked, in sight at the end of the list. */
export function TickBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.bar} role="region" aria-label={label}>
      {children}
    </div>
  );
}
