import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { CALENDAR_WORDS } from '../../lib/calendar-words.ts';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './audit.module.css';

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
  const { dateFormat } = useCurrentMe().system;
  return (
    <DateTimePicker
      label={label}
      placeholder={placeholder}
      valueFormat={`${dateFormat} HH:mm`}
      ariaLabels={CALENDAR_WORDS}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      submitButtonProps={{ 'aria-label': 'Save the date and time' }}
      value={value ? value.replace('T', ' ') : null}
      onChange={(next) => onChange(next ? next.replace(' ', 'T').slice(0, 16) : '')}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      error={error}
      classNames={{ input: styles.control ?? '' }}
    />
  );
}
