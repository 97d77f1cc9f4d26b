import { inDigits } from '@ec/contract/base/wording';
import type { Formats } from '../../../platform/runtime/format.ts';
import type { Cell, Chart } from '../documents/document.ts';

const ACCENT = '#0b6b3a';
/** With more days than this, bars are grouped by month. */
const MOST_BARS = 62;

/** A bar chart by day; each row starts with a day and a count. */
export function dayChart(title: string, rows: readonly Cell[][], formats: Formats, empty: string): Chart {
  const days = rows.map(([day, count]) => ({ day: String(day), count: Number(count) }));
  const byMonth = days.length > MOST_BARS;
  const sums = new Map<string, number>();
  for (const { day, count } of days) {
    const label = byMonth ? day.slice(0, 7) : formats.day(day);
    sums.set(label, (sums.get(label) ?? 0) + count);
  }
  return {
    type: 'chart',
    title: byMonth ? `${title}, put together by month` : title,
    bars: [...sums].map(([label, value]) => ({ label, value, text: inDigits(value), colour: ACCENT })),
    empty,
  };
}
