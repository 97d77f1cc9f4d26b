import { type Moment, formatDate, formatExact, formatMinute, formatWhen, isoText } from '../../lib/format/format.ts';

interface TimeTextProps {
  moment: Moment;
  className?: string | undefined;
  /** For histories: adds the time of day to the date of past days. */
  minute?: boolean;
}

/** "14:32" today, else the date; the exact time in the title. */
export function TimeText({ moment, className, minute = false }: TimeTextProps) {
  const words = formatWhen(moment);
  return (
    <time dateTime={isoText(moment)} title={formatExact(moment)} className={className}>
      {minute && words === formatDate(moment) ? formatMinute(moment) : words}
    </time>
  );
}
