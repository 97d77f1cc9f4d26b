import { MomentField } from '../../components/form/MomentField.tsx';

interface MomentFilterProps {
  label: string;
  placeholder: string;
  /** Date and time in the organisation's zone, as the address has them: `2026-11-21T08:00`. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** The beginning or the end of a range of time, to the minute. */
export function MomentFilter({ label, placeholder, value, onChange, error }: MomentFilterProps) {
  return (
    <MomentField
      label={label}
      placeholder={placeholder}
      value={value ? value.replace('T', ' ') : null}
      onChange={(next) => onChange(next ? next.replace(' ', 'T').slice(0, 16) : '')}
      error={error}
    />
  );
}
