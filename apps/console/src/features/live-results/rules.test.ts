import { locationIdOf, NATION } from '@ec/contract/geography/location-id';
import { ElectionId } from '@ec/contract/base/common';
import { describe, expect, it } from 'vitest';
import { disputedTone } from './AreaRow.tsx';
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

it('colours disputes: none, one or two, more', () => {
  expect([0, 1, 2, 3].map(disputedTone)).toEqual(['ok', 'wait', 'wait', 'bad']);
});
