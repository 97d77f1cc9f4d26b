import dayjs, { type Dayjs } from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

let zone = 'Africa/Lagos';
let datePattern = 'DD/MM/YYYY';

/** Takes over the organisation's time zone and date format. */
export function configureFormats(system: { timezone: string; dateFormat: string }): void {
  if (system.timezone !== zone) offsets.clear();
  zone = system.timezone;
  datePattern = system.dateFormat;
}

const integers = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
const DASH = '–';

/** 1,234,567; a dash where there is no figure. */
export function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? DASH : integers.format(value);
}

/** A share from 0 to 1 as percent with one decimal: 68.7%. What is not the whole never reads 100. */
export function formatPercent(share: number | null | undefined, decimals = 1): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return DASH;
  const most = share < 1 ? 100 - 10 ** -decimals : Number.POSITIVE_INFINITY;
  return `${Math.min(share * 100, most).toFixed(decimals)}%`;
}

/** Part over whole as percent; a dash where the whole is zero. */
export function formatShare(part: number, whole: number, decimals = 1): string {
  return formatPercent(whole > 0 ? part / whole : null, decimals);
}

/** 1 unit, 2 units. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** A Nigerian number as people read it out, 0803 123 4567; others as they are. */
export function formatPhone(phone: string): string {
  const [, network, middle, end] = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return network ? `0${network} ${middle} ${end}` : phone;
}

export type Moment = string | number | Date;

const MINUTE_MS = 60_000;
/** The clocks of all zones change at a full quarter of an hour (UTC). */
const QUARTER_MS = 15 * MINUTE_MS;
const offsets = new Map<number, number>();

/** How far the zone is ahead of UTC, in milliseconds. The browser says it slowly, so it is asked once for each quarter of an hour. */
function offsetAt(milliseconds: number): number {
  const quarter = Math.floor(milliseconds / QUARTER_MS);
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    offset = dayjs(milliseconds).tz(zone).utcOffset() * MINUTE_MS;
    offsets.set(quarter, offset);
  }
  return offset;
}

/** Date and time in the organisation's zone. */
export function inZone(moment: Moment): Pick<Dayjs, 'format' | 'subtract'> {
  const at = new Date(moment).getTime();
  return dayjs.utc(Number.isNaN(at) ? at : at + offsetAt(at));
}

export function isSameDay(one: Moment, other: Moment): boolean {
  const day = (moment: Moment) => inZone(moment).format('YYYY-MM-DD');
  return day(one) === day(other);
}

/** For the `dateTime` of a `<time>`. */
export function isoText(moment: Moment): string {
  return new Date(moment).toISOString();
}

/** The moment that a date and time (`2026-11-21 18:00`) of the organisation's zone mean. */
export function momentInZone(text: string): Date {
  return dayjs.tz(text, zone).toDate();
}

/** The date in the set format. */
export function formatDate(moment: Moment): string {
  return inZone(moment).format(datePattern);
}

/** 14:32 */
export function formatTime(moment: Moment): string {
  return inZone(moment).format('HH:mm');
}

/** 14:32:07 */
export function formatClock(moment: Moment): string {
  return inZone(moment).format('HH:mm:ss');
}

/** Date and time to the minute, in the set format. */
export function formatMinute(moment: Moment): string {
  return inZone(moment).format(`${datePattern} HH:mm`);
}

/** Date, time to the second and zone: for titles, receipts and logs. */
export function formatExact(moment: Moment): string {
  return `${inZone(moment).format(`${datePattern} HH:mm:ss`)} (${zone === 'Africa/Lagos' ? 'WAT' : zone})`;
}

/** "14:32" today, else the date. */
export function formatWhen(moment: Moment, now: Moment = Date.now()): string {
  return isSameDay(moment, now) ? formatTime(moment) : formatDate(moment);
}

/** A calendar date such as an election day (`2023-02-25`), which has no time zone. */
export function formatDay(day: string): string {
  return dayjs(day.slice(0, 10)).format(datePattern);
}

/** What the buttons of a calendar say to screen readers. */
export const CALENDAR_WORDS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** Age from which figures are said to be old. */
export const OLD_MS = 60_000;
/** Clocks that differ by less are taken as equal. */
const SKEW_MS = 2000;

/** How far the device's clock is ahead of the server's, from an answer that was made at `asOf` and came in at `receivedAt`. */
export function clockSkew(asOf: string, receivedAt: number): number {
  const skew = receivedAt - Date.parse(asOf);
  return Math.abs(skew) > SKEW_MS ? skew : 0;
}

/** 2 s, 3 min, 2 h, 3 days */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / (24 * 3600))} days`;
}
