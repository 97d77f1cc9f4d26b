import { beforeEach, describe, expect, it } from 'vitest';
import {
  configureFormats,
  formatBytes,
  formatClock,
  formatCount,
  formatDate,
  formatDay,
  formatExact,
  formatNumber,
  formatPercent,
  formatShare,
  formatWhen,
} from '../src/lib/format/format.ts';

beforeEach(() => configureFormats({ timezone: 'Africa/Lagos', dateFormat: 'DD/MM/YYYY' }));

describe('figures', () => {
  it.each([
    [0, '0'],
    [1234567, '1,234,567'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('writes %s as %s', (value, text) => expect(formatNumber(value)).toBe(text));

  it('writes shares as percent and a dash where the whole is zero', () => {
    expect(formatPercent(0.687)).toBe('68.7%');
    expect(formatShare(140, 141)).toBe('99.3%');
    expect(formatShare(0, 0)).toBe('–');
  });

  it('counts in singular and plural', () => {
    expect(formatCount(1, 'unit')).toBe('1 unit');
    expect(formatCount(1200, 'unit')).toBe('1,200 units');
  });

  it('writes sizes', () => {
    expect(formatBytes(1.8 * 1024 * 1024)).toBe('1.8 MB');
    expect(formatBytes(51.25 * 1024 ** 3)).toBe('51.3 GB');
  });
});

describe('moments', () => {
  const justAfterMidnightInLagos = '2023-02-24T23:05:07Z';

  it('are in the time zone of the organisation, not of the device', () => {
    expect(formatDate(justAfterMidnightInLagos)).toBe('25/02/2023');
    expect(formatClock(justAfterMidnightInLagos)).toBe('00:05:07');
    expect(formatExact(justAfterMidnightInLagos)).toBe('25/02/2023 00:05:07 (WAT)');
  });

  it('show the time today and the date on other days', () => {
    expect(formatWhen(justAfterMidnightInLagos, '2023-02-25T10:00:00Z')).toBe('00:05');
    expect(formatWhen(justAfterMidnightInLagos, '2023-02-24T22:00:00Z')).toBe('25/02/2023');
  });

  it('follow the clock of the zone, in summer and in winter', () => {
    configureFormats({ timezone: 'Europe/London', dateFormat: 'DD/MM/YYYY' });
    expect(formatExact('2026-10-25T00:59:59Z')).toBe('25/10/2026 01:59:59 (Europe/London)');
    expect(formatExact('2026-10-25T01:00:00Z')).toBe('25/10/2026 01:00:00 (Europe/London)');
    configureFormats({ timezone: 'Asia/Kathmandu', dateFormat: 'DD/MM/YYYY' });
    expect(formatExact('2026-10-25T00:59:59Z')).toBe('25/10/2026 06:44:59 (Asia/Kathmandu)');
  });

  it('follow the set format', () => {
    configureFormats({ timezone: 'UTC', dateFormat: 'YYYY-MM-DD' });
    expect(formatDate(justAfterMidnightInLagos)).toBe('2023-02-24');
    expect(formatDay('2023-02-25')).toBe('2023-02-25');
  });
});
