import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { CALENDAR_WORDS } from '../../lib/format/format.ts';
import { useCurrentMe } from '../../lib/session/session.ts';

/** The day itself, or null: 31/02 would silently become 3 March. */
function realDay(day: string): string | null {
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}

/** The day (`2023-02-25`) typed in the organisation's format, or as `2023-02-25`; null while it is no valid day. */
export function typedDay(text: string, dateFormat: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(text.trim())) return realDay(text.trim());
  const numbers = text.trim().split(/\D+/);
  const order = dateFormat.split(/[^A-Z]+/);
  if (numbers.length !== order.length) return null;
  const part = (name: 'YYYY' | 'MM' | 'DD') => numbers[order.indexOf(name)] ?? '';
  return realDay([part('YYYY'), part('MM').padStart(2, '0'), part('DD').padStart(2, '0')].join('-'));
}

interface DayFieldProps extends Pick<DateInputProps, 'id' | 'label' | 'maxDate' | 'error' | 'classNames'> {
  /** `2023-02-25`; null or empty for none. */
  value: string | null;
  onChange: (day: string | null) => void;
}

/** A day in the organisation's date format, typed or chosen. */
export function DayField({ value, ...field }: DayFieldProps) {
  const { dateFormat } = useCurrentMe().system;
  return (
    <DateInput
      required
      placeholder={dateFormat}
      valueFormat={dateFormat}
      dateParser={(text) => typedDay(text, dateFormat)}
      ariaLabels={CALENDAR_WORDS}
      value={value === '' ? null : value}
      {...field}
    />
  );
}
