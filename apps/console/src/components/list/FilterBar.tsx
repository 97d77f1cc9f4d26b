import { Button, Checkbox, type ComboboxItem, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { belowWidth } from '../../lib/device/breakpoints.ts';
import { activeFilters, type Filters } from '../../lib/hooks/use-url-state.ts';
import styles from './FilterBar.module.css';
import { type FilterChoice, FilterSelect } from './FilterSelect.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SearchField } from './SearchField.tsx';

interface FilterChip {
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

interface FilterBarProps {
  /** What is searched, for screen readers. */
  label: string;
  /** What the search box looks for, which is the filter `q`; without it there is none. */
  placeholder?: string;
  filters: Filters;
  /** Each filter of the bar with the value that leaves the list whole: what clearing sets. */
  whole: Filters;
  onChange: (change: Record<string, string>) => void;
  /** The first two, which are used most, stand beside the search box; the rest in the panel that Filters opens. */
  choices?: readonly FilterChoice[];
  /** A field that stands beside or in place of the search box, with its name in the address. */
  first?: ReactNode;
  firstKey?: string;
  /** Fields of other kinds, in the panel. */
  children?: ReactNode;
  /** What the fields of other kinds are set to, by their names in the address, in words. */
  chips?: Readonly<Record<string, Omit<FilterChip, 'key'> | undefined>>;
  /** What is narrowed in words, where the page says it itself. */
  below?: ReactNode;
  /** What the button of the panel is called. */
  moreLabel?: string;
  /** A filter that is on or off, beside the search box even where the others are folded away. */
  tick?: { key: string; label: string; on: string };
  /** How much of the list is shown, beside the boxes; empty while it loads. */
  summary?: string | undefined;
  clearLabel?: string;
  /** Called after everything was cleared. */
  onClear?: () => void;
  /** As the head of a panel's list. */
  inPanel?: boolean;
  /** False where there is nothing to keep: a short list that is only searched. */
  savedViews?: boolean;
}

/** Choices beside the search box. */
const BESIDE = 2;

/** Begins anew with each clearing: what was typed and not sent yet goes with the old fields. */
function Fields({ children }: { children: ReactNode }) {
  return children;
}

/** The words of a choice's value; the value itself where it is none of them. */
function labelIn(data: FilterChoice['data'], value: string): string {
  const items = (data as readonly (string | ComboboxItem | { items: readonly (string | ComboboxItem)[] })[]).flatMap(
    (each) => (typeof each === 'object' && 'items' in each ? each.items : [each]),
  );
  const found = items.find((item) => typeof item === 'object' && item.value === value);
  return typeof found === 'object' ? found.label : value;
}

/** What a list is narrowed to, all of it in the address: search, choices, and the way back to the whole list. */
export function FilterBar(props: FilterBarProps) {
  const {
    label,
    placeholder,
    filters,
    whole,
    onChange,
    choices = [],
    children,
    chips = {},
    below,
    tick,
    onClear,
  } = props;
  const { first, firstKey } = props;
  const { summary, clearLabel = 'Clear filters', moreLabel = 'Filters', inPanel = false, savedViews = true } = props;
  const panel = useId();
  const bar = useRef<HTMLDivElement>(null);
  // A new box with each clearing: what was typed and not sent yet goes with the old one.
  const [cleared, setCleared] = useState(0);
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery(belowWidth('sm'), undefined, { getInitialValueInEffect: false });
  const beside = phone && (choices.length > 1 || children || tick) ? [] : choices.slice(0, BESIDE);
  const further = choices.slice(beside.length);
  const folds = further.length > 0 || Boolean(children);
  const narrowed = activeFilters(filters, whole);
  const seen = ['q', firstKey, tick?.key, ...beside.map(({ key }) => key)];
  const folded = narrowed.filter((key) => !seen.includes(key));
  const select = ({ key, ...choice }: FilterChoice) => (
    <FilterSelect key={key} {...choice} value={filters[key] ?? ''} onChange={(value) => onChange({ [key]: value })} />
  );
  const chipOf = (key: string): FilterChip[] => {
    const choice = choices.find((each) => each.key === key);
    const said = choice ? { title: choice.label, value: labelIn(choice.data, filters[key] ?? '') } : chips[key];
    return said ? [{ key, ...said }] : [];
  };
  const clear = () => {
    setCleared((count) => count + 1);
    onChange({ ...whole });
    onClear?.();
    // The button goes; the next key goes on from where it was.
    bar.current?.focus({ preventScroll: true });
  };
  const ways = folds || savedViews;
  // The box alone needs no word above it, and shares its line with the saved views where nothing else is offered.
  const bare = choices.length === 0 && !tick && !first;
  const line = bare && !folds ? 'beside' : 'shelf start';
  const clearing = narrowed.length > 0 && (
    <Button variant="default" className={styles.button ?? ''} onClick={clear}>
      {clearLabel}
    </Button>
  );
  return (
    <div ref={bar} tabIndex={-1} role="search" aria-label={label} className={inPanel ? 'pad-8 under' : ''}>
      <div className={line}>
        {placeholder !== undefined && (
          <SearchField
            key={cleared}
            value={filters['q'] ?? ''}
            onChange={(q) => onChange({ q })}
            placeholder={placeholder}
            className={styles.search}
            bare={bare}
          />
        )}
        {first && <div className={styles.search}>{first}</div>}
        {tick && (
          <FilterTick
            label={tick.label}
            checked={filters[tick.key] === tick.on}
            onChange={(on) => onChange({ [tick.key]: on ? tick.on : '' })}
          />
        )}
        {beside.map(select)}
        {ways && (
          <div className={styles.more} data-narrowed={narrowed.length > 0 || undefined}>
            {folds && (
              <Button
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
                aria-expanded={open}
                aria-controls={open ? panel : undefined}
                onClick={() => setOpen(!open)}
              >
                {folded.length > 0 ? `${moreLabel} (${folded.length})` : moreLabel}
              </Button>
            )}
            {savedViews && <SavedViews />}
            {clearing}
          </div>
        )}
        {summary !== undefined && (
          <span role="status" className={styles.summary}>
            {summary}
          </span>
        )}
        {!ways && clearing}
      </div>
      {folds && open && (
        <div id={panel} role="group" aria-label={moreLabel} className={styles.panel}>
          {further.map(select)}
          <Fields key={cleared}>{children}</Fields>
        </div>
      )}
      <div className={styles.below}>
        {below ??
          (!open && (
            <FilterChips chips={folded.flatMap(chipOf)} onDrop={(key) => onChange({ [key]: whole[key] ?? '' })} />
          ))}
      </div>
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
