import { expect, it } from 'vitest';
import { dateConcern } from './dates.ts';

const hours = { closesAt: new Date('2027-02-20T13:30:00Z'), deadline: new Date('2027-02-21T13:30:00Z') };

it.each([
  ['scheduled', '2027-02-20T13:30:00Z', null],
  ['scheduled', '2027-02-20T13:30:01Z', 'voting_over'],
  ['live', '2027-02-21T13:30:00Z', 'voting_over'],
  ['live', '2027-02-21T13:30:01Z', 'deadline_passed'],
  ['completed', '2028-01-01T00:00:00Z', null],
  ['archived', '2028-01-01T00:00:00Z', null],
] as const)('taken to %s at %s: %s', (to, now, concern) => {
  expect(dateConcern(hours, to, new Date(now))).toBe(concern);
});
