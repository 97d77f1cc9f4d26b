import type { DateRange } from '@ec/contract/reports/schemas';

/** From the first moment of the first day up to, but excluding, the moment after the last. */
export interface Period {
  from: Date;
  until: Date;
  /** Both as YYYY-MM-DD in the organisation's zone. */
  firstDay: string;
  lastDay: string;
}

const DAY_MS = 86_400_000;

/** The date in the zone at the given time, as YYYY-MM-DD. */
function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
}

/** The zone's UTC offset at the given time, in milliseconds. */
export function aheadOfUtc(zone: string, at: Date): number {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );
  const seconds = Math.floor(at.getTime() / 1000) * 1000;
  return Date.parse(`${local.replace(' ', 'T')}Z`) - seconds;
}

function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return new Date(midnight - aheadOfUtc(zone, new Date(midnight)));
}

const shift = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

function firstDayOf(period: DateRange['period'], today: string): string {
  // Sunday is day 0, and a week starts on Monday.
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  switch (period) {
    case 'week':
      return shift(today, -weekday);
    case 'month':
      return `${today.slice(0, 8)}01`;
    case 'today':
    case 'custom':
      return today;
  }
}

/** The days of a range, relative to the time of the request. */
export function periodOf(range: DateRange, askedAt: Date, zone: string): Period {
  const today = dayIn(zone, askedAt);
  const custom = range.period === 'custom';
  const firstDay = (custom ? range.from : undefined) ?? firstDayOf(range.period, today);
  const lastDay = (custom ? range.to : undefined) ?? today;
  return { firstDay, lastDay, from: startOfDay(firstDay, zone), until: startOfDay(shift(lastDay, 1), zone) };
}
