import { SituationRoom } from '@ec/contract/situation-room/schemas';
import { expect, it } from 'vitest';
import { roomOf } from '../../../../test/situation.ts';
import { sortStates } from './CoverageTable.tsx';

const { states } = SituationRoom.parse(roomOf());

it('sorts states by a column, and keeps their order without one', () => {
  const first = (sort: string) =>
    sortStates(states, sort, 'verified')
      .slice(0, 2)
      .map(({ area }) => area.name);
  expect(first('')).toEqual(['Abia', 'Adamawa']);
  expect(first('-name')).toEqual(['Zamfara', 'Yobe']);
  expect(first('-silent')[0]).toBe('Borno');
  expect(first('-coverage')[0]).toBe('Katsina');
});
