import { expect, it } from 'vitest';
import { ageText, clockSkew } from './format.ts';

it('writes ages in the largest unit, and never less than zero', () => {
  expect([-500, 2100, 61_000, 7_300_000].map(ageText)).toEqual(['0 s', '2 s', '1 min', '2 h']);
});

it('knows a clock that is wrong from one that is not', () => {
  const asOf = '2027-02-20T14:00:00.000Z';
  const at = Date.parse(asOf);
  expect(clockSkew(asOf, at + 300)).toBe(0);
  expect(clockSkew(asOf, at + 300_000)).toBe(300_000);
});
