import { describe, expect, it } from 'vitest';
import { inTheWay, plainName } from './rules.ts';

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
