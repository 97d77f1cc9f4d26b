import { locationIdOf, NATION } from '@ec/contract/location-id';
import { ElectionId } from '@ec/contract/common';
import { PARTIES } from '@ec/contract/parties';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ageText, clockSkew } from './ago.ts';
import { disputedTone } from './AreaRow.tsx';
import { inkOn } from './colour.ts';
import { slicesOf } from './figures.ts';
import { throttled } from './throttle.ts';
import { concerns } from './use-live-updates.ts';

describe('reading again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('happens at once, then at most once a second, and always after the last message', async () => {
    const run = vi.fn(async () => undefined);
    const refresh = throttled(run, 1000);
    refresh.ask();
    expect(run).toHaveBeenCalledTimes(1);
    for (let i = 0; i < 25; i++) {
      await vi.advanceTimersByTimeAsync(100);
      refresh.ask();
    }
    expect(run).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(run).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('waits for a slow reading, and follows it with one more, also after a failure', async () => {
    const readings: PromiseWithResolvers<void>[] = [];
    const run = vi.fn(() => {
      const reading = Promise.withResolvers<void>();
      readings.push(reading);
      return reading.promise;
    });
    const refresh = throttled(run, 1000);
    refresh.ask();
    await vi.advanceTimersByTimeAsync(5000);
    refresh.ask();
    expect(run).toHaveBeenCalledTimes(1);
    readings[0]?.reject(new Error('lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('ends with the page', async () => {
    const run = vi.fn(async () => undefined);
    const refresh = throttled(run, 1000);
    refresh.ask();
    refresh.ask();
    refresh.cancel();
    await vi.advanceTimersByTimeAsync(5000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('a message about results', () => {
  const electionId = ElectionId.parse('0190a0b0-0000-7000-8000-0000000000e1');
  const id = (code: string) => locationIdOf(code) ?? NATION;
  const message = { type: 'results', electionId, source: 'official', count: 1, lgas: [id('24-11')] } as const;
  const lgas = [id('24-11')];

  it.each([
    ['the nation', 'NG', true],
    ['the state', '24', true],
    ['a ward of the LGA', '24-11-05', true],
    ['another state', '20', false],
  ])('%s', (_name, code, expected) => {
    expect(concerns({ ...message, lgas }, { electionId, view: 'official', area: id(code) })).toBe(expected);
  });

  it('of very many LGAs concerns every area', () => {
    expect(concerns({ ...message, lgas: null }, { electionId, view: 'official', area: id('20') })).toBe(true);
  });

  it('of either count concerns the comparison', () => {
    expect(concerns({ ...message, lgas }, { electionId, view: 'compare', area: NATION })).toBe(true);
    expect(concerns({ ...message, lgas }, { electionId, view: 'grassroots', area: NATION })).toBe(false);
  });
});

describe('slices', () => {
  const totals = { results: 1, voidVotes: 5, totalVotes: 105, accreditedVoters: 0, registeredVoters: 0 };

  it('are shares of the valid votes, the weakest parties together', () => {
    const votes = { A: 1, AA: 2, AAC: 7, APC: 50, PDP: 40, Others: 0 };
    const slices = slicesOf(['A', 'AA', 'AAC', 'APC', 'PDP'], { ...totals, votes }, 3);
    expect(slices.map(({ party, votes: count, share }) => [party, count, share])).toEqual([
      ['APC', 50, 0.5],
      ['PDP', 40, 0.4],
      ['AAC', 7, 0.07],
      ['3 more', 3, 0.03],
    ]);
  });
});

it.each(Object.entries(PARTIES))('%s can be read on its colour', (_party, { colour }) => {
  const channel = (hex: string) => {
    const value = Number.parseInt(hex, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = (hex: string) =>
    0.2126 * channel(hex.slice(1, 3)) + 0.7152 * channel(hex.slice(3, 5)) + 0.0722 * channel(hex.slice(5, 7));
  const [high = 0, low = 0] = [light(colour), light(inkOn(colour))].toSorted((a, b) => b - a);
  expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5);
});

it('colours disputes: none, one or two, more', () => {
  expect([0, 1, 2, 3].map(disputedTone)).toEqual(['ok', 'wait', 'wait', 'bad']);
});

it('tells ages in the largest unit, and never less than none', () => {
  expect([-500, 2100, 61_000, 7_300_000].map(ageText)).toEqual(['0 s', '2 s', '1 min', '2 h']);
});

it('knows a clock that is wrong from one that is not', () => {
  const asOf = '2027-02-20T14:00:00.000Z';
  const at = Date.parse(asOf);
  expect(clockSkew(asOf, at + 300)).toBe(0);
  expect(clockSkew(asOf, at + 300_000)).toBe(300_000);
});
