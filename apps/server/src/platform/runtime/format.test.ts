import { DEFAULT_SETTINGS, type Settings } from '@ec/contract/settings/schemas';
import { expect, it } from 'vitest';
import { formatsOf } from './format.ts';

const formats = (general: Partial<Settings['general']>) =>
  formatsOf({ general: { ...DEFAULT_SETTINGS.general, ...general } });
const LATE = new Date('2027-02-20T23:05:09Z');

it.each([
  ['DD/MM/YYYY', '21/02/2027'],
  ['MM/DD/YYYY', '02/21/2027'],
  ['YYYY-MM-DD', '2027-02-21'],
] as const)('writes %s as %s', (dateFormat, written) => {
  expect(formats({ dateFormat }).date(LATE)).toBe(written);
  expect(formats({ dateFormat }).day('2027-02-21')).toBe(written);
});

it.each([
  ['Africa/Lagos', '00:05', '21/02/2027 00:05', '21/02/2027 00:05:09 (WAT)'],
  ['UTC', '23:05', '20/02/2027 23:05', '20/02/2027 23:05:09 (UTC)'],
] as const)('in %s it is %s', (timezone, time, minute, exact) => {
  const { time: timeOf, minute: minuteOf, exact: exactOf } = formats({ timezone });
  expect([timeOf(LATE), minuteOf(LATE), exactOf(LATE)]).toEqual([time, minute, exact]);
});

it('leaves a calendar date on its day whatever the zone', () => {
  expect(formats({ timezone: 'UTC' }).day('2027-02-20T00:00:00Z')).toBe('20/02/2027');
});
