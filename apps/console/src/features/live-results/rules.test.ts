import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { ElectionId } from '@ec/contract/base/common';
import { describe, expect, it } from 'vitest';
import { pointsOf, tickOf } from './figures.ts';
import { disputedText, disputedTone } from './AreaRow.tsx';
import { concerns } from './LiveBoard.tsx';

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

it('has no share in a history before a result is counted, which is not a share of 0', () => {
  const none = { results: 0, valid: 0, votes: { APC: 0 } };
  const some = { results: 1, valid: 10, votes: { APC: 4 } };
  const points = [none, some].map((verified, index) => ({
    at: `2026-02-03T1${index}:00:00.000Z`,
    verified,
    provisional: some,
  }));
  const drawn = pointsOf({ parties: ['APC'], points, asOf: '2026-02-03T12:00:00.000Z' }, 'verified');
  expect(drawn.map(({ results, shares }) => [results, shares['APC']])).toEqual([
    [0, undefined],
    [1, 0.4],
  ]);
});

it('names the moments of a history by their times within a day, and else by day and time', () => {
  const ticks = (...moments: string[]) => moments.map(tickOf(moments.map((at) => ({ at, results: 1, shares: {} }))));
  expect(ticks('2026-02-03T17:00:00.000Z', '2026-02-03T23:30:00.000Z')).toEqual(['18:00', '00:30']);
  expect(ticks('2026-02-03T17:00:00.000Z', '2026-02-04T19:00:00.000Z')).toEqual([
    '03/02/2026 18:00',
    '04/02/2026 20:00',
  ]);
});

it('colours disputes: none, one or two, more', () => {
  const coverage = (disputed: number) => ({
    units: 200,
    reported: 100,
    verified: 0,
    pending: 0,
    disputed,
    cancelled: 0,
  });
  expect([0, 1, 2, 3].map((disputed) => disputedTone(coverage(disputed)))).toEqual(['ok', 'wait', 'wait', 'bad']);
  expect([0, 3].map((disputed) => disputedText(coverage(disputed)))).toEqual(['0', '3 (3.0%)']);
});
