import { describe, expect, it } from 'vitest';
import { countRecords } from '../../../lib/http/downloads.ts';
import { differenceOf } from './difference.ts';

const rows = (...values: Parameters<typeof differenceOf>) =>
  differenceOf(...values).map(({ path, before, after, mark }) => [path, before, after, mark]);

describe('the difference of two records', () => {
  it('names nested values by their path and says what became of each', () => {
    expect(
      rows(
        { status: 'pending', votes: { APC: 12, LP: 88 }, note: 'x' },
        { status: 'verified', votes: { APC: 12, LP: 90 }, by: 'Ada' },
      ),
    ).toEqual([
      ['by', null, 'Ada', 'added'],
      ['note', 'x', null, 'removed'],
      ['status', 'pending', 'verified', 'changed'],
      ['votes.APC', '12', '12', 'same'],
      ['votes.LP', '88', '90', 'changed'],
    ]);
  });

  it('distinguishes nothing, an empty text, no list and the word none', () => {
    expect(rows({ a: null, b: '', c: [], d: true }, { a: 'none', b: null, c: ['APC', 'LP'], d: false })).toEqual([
      ['a', 'none', 'none', 'changed'],
      ['b', '(empty)', 'none', 'changed'],
      ['c', '(none)', 'APC, LP', 'changed'],
      ['d', 'yes', 'no', 'changed'],
    ]);
  });

  it('goes into lists of records, and copes with what has another shape afterwards', () => {
    expect(rows({ flags: [{ code: 'A' }], votes: 3 }, { flags: [{ code: 'B' }], votes: { APC: 3 } })).toEqual([
      ['flags[0].code', 'A', 'B', 'changed'],
      ['votes', '3', null, 'removed'],
      ['votes.APC', null, '3', 'added'],
    ]);
  });

  it('is empty where nothing was recorded', () => {
    expect(rows(null, null)).toEqual([]);
    expect(rows(null, {})).toEqual([]);
  });
});

describe('entries of an export', () => {
  it('are counted across parts, line ends inside quotes left out', () => {
    const count = countRecords();
    for (const part of ['a,b\n1,"x', '\ny ""z"""\n2,', '"p\nq"\n']) count.add(new TextEncoder().encode(part));
    expect(count.entries()).toBe(2);
  });

  it('are counted where the last line does not end', () => {
    const count = countRecords();
    count.add(new TextEncoder().encode('a\n1\n2'));
    expect(count.entries()).toBe(2);
  });
});
