import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { CALENDAR_WORDS, inZone } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';

interface MomentFieldProps {
  id?: string;
  label: string;
  description?: string;
  /** Said where nothing is chosen. */
  placeholder: string;
  /** Date and time in the organisation's zone. */
  value: string | null;
  onChange: (value: string | null) => void;
  error: string | undefined;
  /** True for an end that is still to come. A day alone is then meant to its end. */
  ends?: boolean;
}

/** A moment to the minute, in the organisation's zone and date format. */
export function MomentField(props: MomentFieldProps) {
  const { id, label, description, placeholder, value, onChange, error, ends = false } = props;
  const { dateFormat } = useCurrentMe().system;
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  return (
    <DateTimePicker
      {...(id !== undefined && { id })}
      label={label}
      description={description}
      placeholder={placeholder}
      valueFormat={`${dateFormat} HH:mm`}
      {...(ends && { minDate: today })}
      // A time that was chosen stays when the day is changed.
      {...(ends && value === null && { defaultTimeValue: '23:59' })}
      ariaLabels={CALENDAR_WORDS}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      submitButtonProps={{ 'aria-label': 'Save the date and time' }}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}`, 'aria-hidden': false, tabIndex: 0 }}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
