import { type ComboboxData, Select } from '@mantine/core';
import { useOptionsNear } from '../../lib/hooks/draw-later.ts';
import styles from './FilterBar.module.css';

export interface FilterChoice {
  /** Its name in the address. */
  key: string;
  label: string;
  data: ComboboxData;
  /** Why it cannot be changed here. */
  fixed?: string | undefined;
  /** True if there are too many choices without a search. */
  searchable?: boolean;
}

interface FilterSelectProps extends Omit<FilterChoice, 'key'> {
  value: string;
  /** True where its choices are as long as the name of an election. */
  wide?: boolean;
  /** While something else has to be chosen first, which the title says. */
  disabled?: boolean;
  title?: string | undefined;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** One choice among other filters; the empty value stands for all. */
export function FilterSelect({ label, data, fixed, value, onChange, ...more }: FilterSelectProps) {
  const { searchable = false, wide = false, disabled = false, title, error } = more;
  const near = useOptionsNear();
  return (
    <Select
      {...near}
      label={label}
      data={data}
      value={value}
      allowDeselect={false}
      disabled={disabled || fixed !== undefined}
      title={title}
      error={error}
      description={fixed}
      inputWrapperOrder={['label', 'input', 'description']}
      maxDropdownHeight={420}
      searchable={searchable}
      nothingFoundMessage={searchable && 'Nothing found'}
      // What is typed replaces what was chosen.
      onClick={(event) => searchable && event.currentTarget.select()}
      onChange={(chosen) => onChange(chosen ?? '')}
      classNames={{ root: (wide && styles.wide) || '' }}
    />
  );
}
