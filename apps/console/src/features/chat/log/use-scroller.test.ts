import { describe, expect, it } from 'vitest';
import { isAtEnd, keepPlace, lastSeen, placeRow, type RowPlace } from './use-scroller.ts';

/** Rows of these heights below each other. */
function column(rows: [id: string, height: number][], from = 0): RowPlace[] {
  let top = from;
  return rows.map(([id, height]) => {
    const row = { id, top, height };
    top += height;
    return row;
  });
}

/** Where a row stands on the screen. */
const onScreen = (rows: RowPlace[], id: string, scrollTop: number) =>
  (rows.find((row) => row.id === id)?.top ?? Number.NaN) - scrollTop;

const BEFORE = column([
  ['3', 40],
  ['4', 60],
  ['5', 40],
  ['6', 80],
]);

describe('what is read stays where it is on the screen', () => {
  it.each<[string, RowPlace[]]>([
    [
      'a page comes before it',
      column([
        ['1', 120],
        ['2', 35],
        ['3', 40],
        ['4', 60],
        ['5', 40],
        ['6', 80],
      ]),
    ],
    [
      'a page comes after it',
      column([
        ['3', 40],
        ['4', 60],
        ['5', 40],
        ['6', 80],
        ['7', 90],
      ]),
    ],
    [
      'older ones are let go of',
      column([
        ['4', 60],
        ['5', 40],
        ['6', 80],
        ['7', 90],
      ]),
    ],
    [
      'the button above is gone',
      column(
        [
          ['3', 40],
          ['4', 60],
          ['5', 40],
          ['6', 80],
        ],
        -44,
      ),
    ],
    [
      'what is above is laid out anew',
      column([
        ['3', 95],
        ['4', 60],
        ['5', 40],
        ['6', 80],
      ]),
    ],
  ])('when %s', (_, after) => {
    const scrollTop = 55;
    const next = keepPlace(BEFORE, after, scrollTop);
    expect(onScreen(after, '4', next)).toBe(onScreen(BEFORE, '4', scrollTop));
  });

  it('goes by the next one where the first in view is gone', () => {
    const after = column([
      ['1', 200],
      ['5', 40],
      ['6', 80],
    ]);
    expect(onScreen(after, '5', keepPlace(BEFORE, after, 55))).toBe(onScreen(BEFORE, '5', 55));
  });

  it('stays where nothing is left of it', () => {
    expect(keepPlace(BEFORE, column([['90', 40]]), 55)).toBe(55);
  });
});

it('reports the last row whose end is in view', () => {
  expect(lastSeen(BEFORE, 139)?.id).toBe('4');
  expect(lastSeen(BEFORE, 140)?.id).toBe('5');
  expect(lastSeen(BEFORE, 20)).toBeUndefined();
});

it('knows the end, within a line', () => {
  expect(isAtEnd({ scrollTop: 400, clientHeight: 600, scrollHeight: 1000 })).toBe(true);
  expect(isAtEnd({ scrollTop: 370, clientHeight: 600, scrollHeight: 1000 })).toBe(true);
  expect(isAtEnd({ scrollTop: 300, clientHeight: 600, scrollHeight: 1000 })).toBe(false);
});

it('puts a row into the middle, or at the top with a little room above', () => {
  const row = { id: '9', top: 1000, height: 100 };
  expect(placeRow(row, 500, 'middle')).toBe(800);
  // The lines of the day and of what is new stand above it.
  expect(placeRow(row, 600, 'top')).toBe(928);
  expect(placeRow(row, 300, 'top')).toBe(950);
  expect(placeRow({ ...row, top: 10 }, 500, 'middle')).toBe(0);
  expect(placeRow({ ...row, height: 900 }, 500, 'middle')).toBe(1000);
});
