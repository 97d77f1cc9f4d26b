import { PARTIES } from '@ec/contract/elections/parties';
import { describe, expect, it } from 'vitest';
import { inkOn } from '../../lib/format/css-values.ts';
import { slicesOf } from './VoteShare.tsx';

describe('slices', () => {
  const totals = {
    results: 1,
    voidVotes: 5,
    totalVotes: 105,
    accreditedVoters: 0,
    registeredVoters: 0,
    registeredUnits: 0,
    registeredAccredited: 0,
  };

  it('are shares of the valid votes, the weakest parties together', () => {
    const votes = { A: 1, AA: 2, AAC: 7, APC: 50, PDP: 40, Others: 0 };
    const slices = slicesOf({ parties: ['A', 'AA', 'AAC', 'APC', 'PDP'], looks: [] }, { ...totals, votes }, 3);
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
