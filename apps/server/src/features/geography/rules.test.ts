import { describe, expect, it } from 'vitest';
import { inTheWay, plainName, standing } from './rules.ts';
import { IMPORT_KEPT_MS } from '@ec/contract/geography/register-import';

const NOW = new Date('2027-02-20T18:00:00Z');
const RECENTLY = new Date(NOW.getTime() - 60_000);
const LONG_AGO = new Date(NOW.getTime() - IMPORT_KEPT_MS - 1);

const left = { state: 'reading', ended: false, checked: false, createdAt: RECENTLY } as const;

describe('how an import stands', () => {
  it.each([
    ['is read while a worker reads it', left, true, { state: 'reading', interrupted: false }],
    ['has failed where its reader was killed', left, false, { state: 'failed', interrupted: true }],
    [
      'waits once it was checked',
      { ...left, state: 'waiting', checked: true },
      false,
      { state: 'waiting', interrupted: false },
    ],
    [
      'waits again where the worker that stored it was killed',
      { ...left, state: 'storing', checked: true },
      false,
      { state: 'waiting', interrupted: true },
    ],
    [
      'is stored while a worker stores it',
      { ...left, state: 'storing', checked: true },
      true,
      { state: 'storing', interrupted: false },
    ],
    [
      'waits until the worker that begins with it has noted so',
      { ...left, state: 'waiting', checked: true },
      true,
      { state: 'waiting', interrupted: false },
    ],
    [
      'is dropped without a decision for a day',
      { ...left, state: 'waiting', checked: true, createdAt: LONG_AGO },
      false,
      { state: 'discarded', interrupted: false },
    ],
    [
      'stays what it ended as',
      { ...left, state: 'completed', ended: true, checked: true, createdAt: LONG_AGO },
      false,
      { state: 'completed', interrupted: false },
    ],
  ] as const)('%s', (_, stored, running, expected) => {
    expect(standing(stored, running, NOW)).toEqual(expected);
  });
});

describe('what is in the way of a deletion', () => {
  const none = {
    children: 0,
    users: 0,
    residents: 0,
    formerUsers: 0,
    requests: 0,
    moderators: 0,
    results: 0,
    elections: 0,
    messages: 0,
    announcements: 0,
  };
  it.each([
    [none, null],
    [{ ...none, children: 1200 }, '1,200 locations inside it'],
    [{ ...none, users: 1, results: 2 }, '1 user assigned to it, 2 results of it'],
    [{ ...none, requests: 1, moderators: 1 }, '1 request about a person in it, 1 moderator whose privileges name it'],
  ])('%o: %s', (uses, words) => {
    expect(inTheWay(uses)).toBe(words);
  });
});

it.each([
  ['Ibeju/Lekki', 'IBEJU - LEKKI', true],
  ['Ẹ̀pẹ́', 'EPE', true],
  ['Ikeja', 'Ikorodu', false],
])('%s and %s are one name: %s', (a, b, same) => {
  expect(plainName(a) === plainName(b)).toBe(same);
});
