import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { CALENDAR_WORDS } from '../../lib/calendar-words.ts';
import { inZone } from '../../lib/format.ts';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './moderators.module.css';
import { fieldId } from './use-problems.ts';

interface EndFieldProps {
  /** Date and time in the organisation's zone. */
  value: string | null;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** The moment from which nothing is granted any more. */
export function EndField({ value, error, onChange }: EndFieldProps) {
  const { dateFormat, timezone } = useCurrentMe().system;
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  return (
    <DateTimePicker
      id={fieldId('validUntil')}
      label="Valid until"
      description={`Afterwards nothing is granted any more, without anybody signing in or out. Time zone: ${timezone}. Empty for no end.`}
      placeholder="No end"
      valueFormat={`${dateFormat} HH:mm`}
      minDate={today}
      // A day alone is meant to its end; a time that was chosen stays when the day is changed.
      {...(value === null && { defaultTimeValue: '23:59' })}
      ariaLabels={CALENDAR_WORDS}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      submitButtonProps={{ 'aria-label': 'Save the date and time' }}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Valid until', 'aria-hidden': false, tabIndex: 0 }}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: styles.control ?? '' }}
    />
  );
}
