import { locationIdOf } from '@ec/contract/geography/location-id';
import { describe, expect, it } from 'vitest';
import { referenceIn } from '../references.ts';
import { excerpt, isBlank, lengthText } from './MessageText.tsx';
import { leftText, withdrawLeft } from '../TakeOutDialog.tsx';

describe('a blank message', () => {
  it.each(['', ' \n\t', '\u200b\u200d\ufeff', '\u202e\u202c', '\u3164', '\u2800'])('%j shows nothing', (text) => {
    expect(isBlank(text)).toBe(true);
  });
  it.each(['.', '👍🏾', 'א', '\u200bx'])('%j shows something', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

it('counts characters near the limit only, and says by how many it is passed', () => {
  expect(lengthText('x'.repeat(1799))).toBeNull();
  expect(lengthText('x'.repeat(1990))).toEqual({ words: '1,990 of 2,000 characters', tooLong: false });
  expect(lengthText(`  ${'x'.repeat(2000)}  `)?.tooLong).toBe(false);
  expect(lengthText('x'.repeat(2034))).toEqual({
    words: '2,034 of 2,000 characters: shorten it by 34',
    tooLong: true,
  });
});

it.each([
  ['The sheet of unit 4 is missing', 'SHEET', { start: 'The ', match: 'sheet', end: ' of unit 4 is missing' }],
  [`${'word '.repeat(20)}here`, 'here', { start: '…word word word word word word ', match: 'here', end: '' }],
  [`${'x'.repeat(9)} ${'word '.repeat(5)}here`, 'here', { start: `…${'word '.repeat(5)}`, match: 'here', end: '' }],
  [`${'x'.repeat(40)}here`, 'here', { start: `…${'x'.repeat(31)}`, match: 'here', end: '' }],
  ['two\n\nlines', 'two l', { start: '', match: 'two l', end: 'ines' }],
  ['100%', '%', { start: '100', match: '%', end: '' }],
  ['a.b', '.*', { start: 'a.b', match: '', end: '' }],
])('cuts %j around %j', (text, q, cut) => {
  expect(excerpt(text, q)).toEqual(cut);
});

describe('what a text refers to', () => {
  const HERE = 'https://console.example';
  const unit = { link: { type: 'polling_unit', id: locationIdOf('24-11-05-003') }, label: 'Polling unit 24-11-05-003' };
  const result = { link: { type: 'result', id: '0190a0b0-0000-7000-8000-0000000000c1' }, label: 'Result' };

  it.each([
    ['Look at 24-11-05-003, please', unit],
    [`${HERE}/pu/24-11-05-003`, unit],
    [`see ${HERE}/review/${result.link.id}?x=1 and 24-11-05-003`, result],
    ['ward 24-11-05', null],
    ['1-24-11-05-003', null],
    ['99-99-99-999', null],
    ['https://evil.example/review/0190a0b0-0000-7000-8000-0000000000c1', null],
    [`${HERE}/review/not-an-id`, null],
  ])('%s', (text, found) => {
    expect(referenceIn(text, HERE)).toEqual(found);
  });
});

describe('the time in which a message can be withdrawn', () => {
  const sent = '2023-02-25T08:00:00.000Z';
  it.each([
    ['2023-02-25T08:00:00.000Z', '10 min 00 s'],
    ['2023-02-25T08:02:55.000Z', '7 min 05 s'],
    ['2023-02-25T08:09:18.500Z', '42 s'],
  ])('at %s is %s', (now, words) => {
    expect(leftText(withdrawLeft(sent, Date.parse(now)))).toBe(words);
  });
  it('ends', () => {
    expect(withdrawLeft(sent, Date.parse('2023-02-25T08:10:00.000Z'))).toBe(0);
  });
});
