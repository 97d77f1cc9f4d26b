import { Button, Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { activeFilters, type Filters } from '../../lib/hooks/use-url-state.ts';
import styles from './FilterBar.module.css';
import { type FilterChoice, FilterSelect } from './FilterSelect.tsx';
import { SearchField } from './SearchField.tsx';

interface FilterBarProps {
  /** What is searched, for screen readers. */
  label: string;
  /** What the search box looks for, which is the filter `q`; without it there is none. */
  placeholder?: string;
  filters: Filters;
  /** Each filter of the bar with the value that leaves the list whole: what clearing sets. */
  whole: Filters;
  onChange: (change: Record<string, string>) => void;
  choices?: readonly FilterChoice[];
  /** Fields of other kinds, after the choices. */
  children?: ReactNode;
  /** Below the fields: rarer ones, or what is narrowed in words. */
  below?: ReactNode;
  /** A filter that is on or off, beside the search box even where the others are folded away. */
  tick?: { key: string; label: string; on: string };
  /** True where there are too many fields for a phone, which gets them when it asks for them. */
  folds?: boolean;
  /** How much of the list is shown, in a line of its own with the way to all of it; empty while it loads. */
  summary?: string | undefined;
  clearLabel?: string;
  /** Called after everything was cleared. */
  onClear?: () => void;
  /** As the head of a panel's list. */
  inPanel?: boolean;
}

/** What a list is narrowed to, all of it in the address: search, choices, and the way back to the whole list. */
export function FilterBar(props: FilterBarProps) {
  const { label, placeholder, filters, whole, onChange, choices = [], children, below, tick, onClear } = props;
  const { summary, clearLabel = 'Clear filters', inPanel = false, folds = false } = props;
  const bar = useRef<HTMLDivElement>(null);
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery(belowWidth('sm'), undefined, { getInitialValueInEffect: false });
  const folded = folds && phone;
  const narrowed = activeFilters(filters, whole);
  const chosen = narrowed.filter((key) => key !== 'q' && key !== tick?.key).length;
  const clear = () => {
    setCleared((count) => count + 1);
    onChange({ ...whole });
    onClear?.();
    // The button goes; the next key goes on from where it was.
    bar.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={bar} tabIndex={-1} role="search" aria-label={label} className={inPanel ? styles.inPanel : ''}>
      <div className="shelf start">
        {placeholder !== undefined && (
          <SearchField
            key={cleared}
            value={filters['q'] ?? ''}
            onChange={(q) => onChange({ q })}
            placeholder={placeholder}
            className={styles.search}
          />
        )}
        {tick && (
          <FilterTick
            label={tick.label}
            checked={filters[tick.key] === tick.on}
            onChange={(on) => onChange({ [tick.key]: on ? tick.on : '' })}
          />
        )}
        {folded && (
          <Button variant="default" className={styles.button ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
            {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
          </Button>
        )}
        {(!folded || open) && (
          <>
            {choices.map(({ key, ...choice }) => (
              <FilterSelect
                key={key}
                {...choice}
                value={filters[key] ?? ''}
                onChange={(value) => onChange({ [key]: value })}
              />
            ))}
            {children}
          </>
        )}
        {summary === undefined && narrowed.length > 0 && (
          <Button variant="default" className={styles.button ?? ''} onClick={clear}>
            {clearLabel}
          </Button>
        )}
      </div>
      {below && <div className={styles.below}>{below}</div>}
      {summary !== undefined && (
        <div className={styles.summary}>
          <span role="status">{summary}</span>
          <Button variant="default" size="xs" disabled={narrowed.length === 0} onClick={clear}>
            {clearLabel}
          </Button>
        </div>
      )}
    </div>
  );
}

interface FilterTickProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. */
export function FilterTick({ label, checked, onChange }: FilterTickProps) {
  return (
    <Checkbox
      classNames={{ root: styles.button ?? '', body: 'middle', label: styles.tickLabel ?? '' }}
      label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
