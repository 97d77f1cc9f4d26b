import { type Moment, formatExact, formatWhen, inZone } from '../lib/format.ts';

interface TimeTextProps {
  moment: Moment;
  className?: string | undefined;
}

/** "14:32" today, else the date; the exact time in the title. */
export function TimeText({ moment, className }: TimeTextProps) {
  return (
    <time dateTime={inZone(moment).toISOString()} title={formatExact(moment)} className={className}>
      {formatWhen(moment)}
    </time>
  );
}
