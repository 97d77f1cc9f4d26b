import { entryFields } from '@ec/contract/second-entry/figures';
import { describe, expect, it } from 'vitest';
import { heightOf } from './Sheet.tsx';
import { BLANK, boxChecks, keptOf, partySum, problemsOf, readField, sendingOf, showsNoVotes } from './typed.ts';

const parties = ['APC', 'LP'];
const fields = entryFields({ parties, fullEc8a: true, allPartiesListed: true });
const sheet = { parties, fields, kept: {} };
const typed = {
  registeredVoters: '',
  accreditedVoters: '1,310',
  'votes.APC': '120',
  'votes.LP': '0',
  voidVotes: '4',
  'boxes.ballotsIssued': '500',
  'boxes.unusedBallots': '376',
  'boxes.spoiledBallots': '0',
  'boxes.validVotes': '120',
  'boxes.usedBallots': '124',
};

it.each([
  ['', { kind: 'empty' }],
  ['0', { kind: 'figure', value: 0 }],
  ['1,234', { kind: 'figure', value: 1234 }],
  ['1 234', { kind: 'figure', value: 1234 }],
  ['99999', { kind: 'figure', value: 99_999 }],
  ['100000', { kind: 'wrong', message: 'Must not exceed 99,999' }],
  ['12.5', { kind: 'wrong', message: 'Use digits only' }],
  ['-3', { kind: 'wrong', message: 'Must not be negative' }],
  ['?', { kind: 'unreadable' }],
])('reads “%s”', (text, reading) => {
  expect(readField(text)).toEqual(reading);
});

describe('what is sent', () => {
  it('is every figure, with null for registered voters that the paper does not show', () => {
    expect(problemsOf(fields, typed)).toEqual({});
    expect(sendingOf(fields, typed)).toMatchObject({
      kind: 'figures',
      figures: { registeredVoters: null, accreditedVoters: 1310, 'votes.LP': 0 },
    });
  });

  it('is never a blank as zero', () => {
    expect(problemsOf(fields, { ...typed, 'votes.LP': ' ' })).toEqual({ 'votes.LP': BLANK });
  });

  it('is the unreadable fields alone, where there are any', () => {
    const sending = sendingOf(fields, { ...typed, 'votes.APC': '?', registeredVoters: '?' });
    expect(sending).toEqual({ kind: 'unreadable', fields: ['registeredVoters', 'votes.APC'] });
  });
});

describe('the arithmetic of what was typed', () => {
  it('adds up the parties, with those that are kept in a correction', () => {
    expect(partySum(sheet, typed)).toBe(120);
    const correction = { parties, fields: ['votes.LP'], kept: { 'votes.APC': 120, voidVotes: 4 } };
    expect(partySum(correction, { 'votes.LP': '7' })).toBe(127);
    expect(keptOf(correction)).toEqual([
      ['votes.APC', 120],
      ['voidVotes', 4],
    ]);
  });

  it('knows a paper without votes, voters or not', () => {
    const none = { ...typed, 'votes.APC': '0', voidVotes: '0' };
    expect(showsNoVotes(sheet, none)).toBe(true);
    expect(showsNoVotes(sheet, { ...none, voidVotes: '1' })).toBe(false);
  });

  it('compares the boxes once all are typed', () => {
    expect(boxChecks(sheet, typed).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(boxChecks(sheet, { ...typed, 'boxes.validVotes': '121' }).map(({ ok }) => ok)).toEqual([false, false, true]);
    expect(boxChecks(sheet, { ...typed, 'boxes.usedBallots': '' })).toEqual([]);
    expect(boxChecks({ ...sheet, fields: fields.slice(0, 5) }, typed)).toEqual([]);
  });
});

it('looks for the boxes at the top of the form, one below the other, and for the parties below them', () => {
  const order = [
    'registeredVoters',
    'accreditedVoters',
    'voidVotes',
    'boxes.usedBallots',
    'votes.APC',
    'votes.LP',
    'votes.Others',
  ];
  const heights = order.map((field) => heightOf(field, parties));
  expect(heights).toEqual(heights.toSorted((one, other) => one - other));
  expect(heights.every((height) => height > 0 && height < 1)).toBe(true);
});
