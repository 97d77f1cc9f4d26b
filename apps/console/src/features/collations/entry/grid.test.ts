import { fieldNames } from '@ec/contract/collations/figures';
import { expect, it, vi } from 'vitest';
import { cellText, createGrid, rowFault, TOTALS, totalFault } from './grid.ts';

const fields = fieldNames(['APC', 'LP']);
const at = (field: string) => fields.indexOf(field);
const gridOf = (start: Record<string, string> = {}) => createGrid({ rows: ['001', '002', '003'], fields, start });

it.each([
  ['1,234', '1234'],
  ['1 234', '1234'],
  ['007', '7'],
  ['0', '0'],
  ['', ''],
  ['12a', '12'],
  ['-5', '5'],
])('keeps of %s what is a figure: %s', (typed, kept) => expect(cellText(typed)).toBe(kept));

it('notifies the row and the sum that a key is about, and no others', () => {
  const grid = gridOf();
  const [first, second, sum, other] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  grid.watchRow('001')(first);
  grid.watchRow('002')(second);
  grid.watchSum('votes.APC')(sum);
  grid.watchSum('votes.LP')(other);
  grid.set('001', at('votes.APC'), '12');
  expect([first, second, sum, other].map((each) => each.mock.calls.length)).toEqual([1, 0, 1, 0]);
  expect(grid.sum('votes.APC')).toBe(12);
});

it('fills from what a spreadsheet copied, and counts what did not fit', () => {
  const grid = gridOf();
  expect(grid.paste('002', at('votes.APC'), '1,200\t7\n15\t\nx\t3\t4\t5\t6\r\n')).toEqual({ filled: 8, left: 1 });
  expect(grid.figures('002').votes).toEqual({ APC: 1200, LP: 7 });
  expect(grid.figures('003').votes).toEqual({ APC: 15, LP: null });
  // The third line is the totals'.
  expect(grid.figures(TOTALS)).toMatchObject({ votes: { APC: null, LP: 3 }, valid: 4, rejected: 5, total: 6 });
  expect(grid.paste(TOTALS, at('total'), '1\t2\n3')).toEqual({ filled: 1, left: 2 });
});

it('tells blank from zero in sums, rows and the draft', () => {
  const grid = gridOf({ '001/rejected': '0' });
  expect([grid.sum('rejected'), grid.sum('valid')]).toEqual([0, null]);
  expect(grid.filledRows()).toEqual(['001']);
  grid.set('001', at('rejected'), '');
  expect(grid.values()).toEqual({});
  expect(grid.sum('rejected')).toBeNull();
});

it('says with its arithmetic what does not add up', () => {
  const grid = gridOf({ '001/accredited': '100', '001/votes.APC': '60', '001/votes.LP': '30', '001/valid': '95' });
  expect(rowFault(grid.figures('001'))).toBe('Parties add up to 90, valid votes say 95');
  grid.set('001', at('valid'), '90');
  expect(rowFault(grid.figures('001'))).toBeUndefined();
  grid.set('001', at('rejected'), '20');
  grid.set('001', at('total'), '110');
  expect(rowFault(grid.figures('001'))).toBe('Total 110 is above accredited 100');
  grid.set('001', at('total'), '100');
  expect(rowFault(grid.figures('001'))).toBe('Valid 90 and rejected 20 are not total 100');
  grid.set(TOTALS, at('votes.APC'), '70');
  expect([totalFault(grid, 'votes.APC'), totalFault(grid, 'votes.LP')]).toEqual(['+10', undefined]);
});
