import { describe, expect, it } from 'vitest';
import { entryOf, HOLDER, RAISED, RAISER } from '../../../test/disputes.ts';
import { FILTERS, isNarrowed, parametersOf } from './filters.ts';
import { threadLines } from './Thread.tsx';

describe('the course of a dispute in words', () => {
  const assigned = (id: number, by: typeof RAISER, assignee: typeof RAISER | null) =>
    entryOf(id, { kind: 'assigned', by, assignee });

  it('says who assigned it to whom, and from whom it was taken', () => {
    const lines = threadLines(
      [
        RAISED,
        assigned(2, RAISER, HOLDER),
        assigned(3, RAISER, null),
        assigned(4, HOLDER, HOLDER),
        assigned(5, HOLDER, null),
        entryOf(6, { kind: 'resolved', by: HOLDER, resolvedAs: 'returned' }),
      ].map((entry) => entry as Parameters<typeof threadLines>[0][number]),
      2,
    );
    expect(lines.map(({ did }) => did)).toEqual([
      'disputed version 2',
      'assigned it to Chidi Okoro (LGA Admin)',
      'unassigned Chidi Okoro (LGA Admin)',
      'took it',
      'unassigned themselves',
      'resolved it: returned',
    ]);
  });
});

describe('the filters in the address', () => {
  it('leave out what was not offered', () => {
    const mistyped = {
      ...FILTERS,
      status: 'x',
      election: 'e',
      source: 'y',
      whose: 'z',
      area: '99-99-99-999-9',
      sort: 'w',
      page: 'p',
    };
    expect(parametersOf(mistyped)).toEqual({
      status: 'open',
      electionId: '',
      source: '',
      area: '',
      whose: '',
      q: '',
      sort: '',
      page: 1,
      pageSize: 20,
    });
  });

  it.each([
    [{ q: 'aro' }, true],
    [{ whose: 'mine' }, true],
    [{ status: 'resolved', page: '3', sort: 'raisedAt' }, false],
  ])('%o narrows: %s', (change, narrowed) => {
    expect(isNarrowed({ ...FILTERS, ...change })).toBe(narrowed);
  });
});
