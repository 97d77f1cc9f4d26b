import { Checkbox } from '@mantine/core';
import styles from './FilterBar.module.css';

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
