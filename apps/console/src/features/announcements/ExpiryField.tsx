import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { useState } from 'react';
import { CALENDAR_WORDS } from '../../lib/calendar-words.ts';
import { inZone } from '../../lib/format.ts';
import { useCurrentMe } from '../../lib/session.ts';
import styles from './form.module.css';
import { fieldId, type FieldsProps } from './values.ts';

/** The moment from which it is no longer shown. */
export function ExpiryField({ values, problems, onChange }: Pick<FieldsProps, 'values' | 'problems' | 'onChange'>) {
  const { dateFormat, timezone } = useCurrentMe().system;
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  return (
    <DateTimePicker
      id={fieldId('expiresAt')}
      label="Expires"
      description={`Afterwards it stands in the archive. Time zone: ${timezone}.`}
      placeholder="Never"
      valueFormat={`${dateFormat} HH:mm`}
      minDate={today}
      // A day alone is meant to its end; a time that was chosen stays when the day is changed.
      {...(values.expiresAt === null && { defaultTimeValue: '23:59' })}
      ariaLabels={CALENDAR_WORDS}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
      submitButtonProps={{ 'aria-label': 'Save the date and time' }}
      value={values.expiresAt}
      onChange={(expiresAt) => onChange({ expiresAt })}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Expires', 'aria-hidden': false, tabIndex: 0 }}
      error={problems.expiresAt}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ input: styles.control ?? '' }}
    />
  );
}
