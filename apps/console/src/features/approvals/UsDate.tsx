import { formatExact, isoText, type Moment } from '../../lib/format/format.ts';
import { usDate } from './labels.ts';

/** A date as the queue shows it, which breaks before the time and not within it; the exact time in the title. */
export function UsDate({ moment }: { moment: Moment }) {
  return (
    <time dateTime={isoText(moment)} title={formatExact(moment)}>
      {usDate(moment).replace(/ (?=[AP]M$)/, '\u00A0')}
    </time>
  );
}
