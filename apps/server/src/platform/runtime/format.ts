import type { Settings } from '@ec/contract/settings/schemas';

/** Dates and times as the organisation writes them, in its own zone. */
export interface Formats {
  /** 20/02/2027 */
  readonly date: (moment: Date) => string;
  /** 14:32 */
  readonly time: (moment: Date) => string;
  /** 20/02/2027 14:32 */
  readonly minute: (moment: Date) => string;
  /** 20/02/2027 14:32:07 (WAT): where a document must say which zone it means. */
  readonly exact: (moment: Date) => string;
  /** A calendar date such as an election day (`2027-02-20`), which has no zone. */
  readonly day: (day: string) => string;
}

interface Parts {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than a thousand uses of it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const two = '2-digit';
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  clocks.set(timeZone, clock);
  return clock;
}

const partsIn = (timeZone: string, moment: Date): Parts =>
  Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as unknown as Parts;

const ZONE_NAMES: Record<Settings['general']['timezone'], string> = { 'Africa/Lagos': 'WAT', UTC: 'UTC' };

/** How reports, messages and files of the server write dates: by the settings for zone and date format. */
export function formatsOf({ general }: Pick<Settings, 'general'>): Formats {
  const { timezone, dateFormat } = general;
  const write = ({ year, month, day }: Pick<Parts, 'year' | 'month' | 'day'>) =>
    dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', day);
  const at = (moment: Date) => {
    const parts = partsIn(timezone, moment);
    return { date: write(parts), time: `${parts.hour}:${parts.minute}`, second: parts.second };
  };
  return {
    date: (moment) => at(moment).date,
    time: (moment) => at(moment).time,
    minute(moment) {
      const { date, time } = at(moment);
      return `${date} ${time}`;
    },
    exact(moment) {
      const { date, time, second } = at(moment);
      return `${date} ${time}:${second} (${ZONE_NAMES[timezone]})`;
    },
    day(text) {
      const [year = '', month = '', day = ''] = text.slice(0, 10).split('-');
      return write({ year, month, day });
    },
  };
}
