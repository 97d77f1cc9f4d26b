import { Select } from '@mantine/core';
import { useState } from 'react';
import { DayField } from '../../../components/form/DayField.tsx';
import { inZone } from '../../../lib/format/format.ts';
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
  const [today] = useState(() => inZone(Date.now()).format('YYYY-MM-DD'));
  const dayField = (field: 'from' | 'to', label: string) => (
    <DayField
      id={fieldId(field)}
      label={label}
      maxDate={today}
      value={values[field]}
      onChange={(day) => set({ [field]: day })}
      error={problems[field]}
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
