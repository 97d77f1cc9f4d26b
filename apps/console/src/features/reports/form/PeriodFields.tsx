import '@mantine/dates/styles.layer.css';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { CALENDAR_WORDS } from '../../../lib/format/calendar-words.ts';
import { inZone } from '../../../lib/format/format.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import { typedDay } from './days.ts';
import styles from './report-form.module.css';
import { fieldId } from './report-form.ts';
import type { ReportForm } from './use-report-form.ts';

const PERIODS = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'custom', label: 'Custom' },
] as const;

/** Which days a report is about, in the organisation's time zone. */
export function PeriodFields({ form }: { form: ReportForm }) {
  const { values, set, problems } = form;
  const { dateFormat } = useCurrentMe().system;
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  const dayField = (field: 'from' | 'to', label: string) => (
    <DateInput
      id={fieldId(field)}
      label={label}
      required
      placeholder={dateFormat}
      valueFormat={dateFormat}
      dateParser={(text) => typedDay(text, dateFormat)}
      maxDate={today}
      ariaLabels={CALENDAR_WORDS}
      value={values[field]}
      onChange={(day) => set({ [field]: day })}
      error={problems[field]}
      classNames={{ input: styles.control ?? '' }}
    />
  );
  return (
    <>
      <Select
        id={fieldId('date_range')}
        label="Period"
        data={PERIODS}
        value={values.period}
        allowDeselect={false}
        onChange={(period) => period && set({ period })}
        error={problems['date_range']}
        classNames={{ input: styles.control ?? '', option: styles.control ?? '' }}
      />
      {values.period === 'custom' && (
        <>
          {dayField('from', 'First day')}
          {dayField('to', 'Last day')}
        </>
      )}
    </>
  );
}
