import '@mantine/dates/styles.layer.css';
import { Select } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { CALENDAR_WORDS, inZone } from '../../../lib/format/format.ts';
import { useCurrentMe } from '../../../lib/session/session.ts';
import styles from './report-form.module.css';
import { fieldId } from './report-form.ts';
import type { ReportForm } from './use-report-form.ts';

/** The day (`2023-02-25`) typed in the organisation's format; null while it is no valid day. */
export function typedDay(text: string, dateFormat: string): string | null {
  const numbers = text.trim().split(/\D+/);
  const order = dateFormat.split(/[^A-Z]+/);
  if (numbers.length !== order.length) return null;
  const part = (name: 'YYYY' | 'MM' | 'DD') => numbers[order.indexOf(name)] ?? '';
  const day = [part('YYYY'), part('MM').padStart(2, '0'), part('DD').padStart(2, '0')].join('-');
  const moment = new Date(`${day}T00:00:00Z`);
  // 31/02 would silently become 3 March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}

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
