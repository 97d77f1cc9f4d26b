import { describe, expect, it } from 'vitest';
import { votingHours } from './elections.ts';

describe('the voting hours of a rehearsal', () => {
  it.each([
    ['in the evening', '2027-02-20T19:10:00Z', '2027-02-20', '07:30', '13:30'],
    ['in the morning', '2027-02-20T09:10:00Z', '2027-02-20', '02:00', '08:00'],
    ['early', '2027-02-20T04:10:00Z', '2027-02-20', '23:00', '03:00'],
    ['just after midnight in Lagos', '2027-02-19T23:20:00Z', '2027-02-19', '07:30', '13:30'],
  ])('%s are over, so that results are due', (_, moment, electionDate, opens, closes) => {
    const now = new Date(moment);
    const hours = votingHours(now);
    expect(hours.electionDate).toBe(electionDate);
    expect(hours.opensAt.toISOString().slice(11, 16)).toBe(opens);
    expect(hours.closesAt.toISOString().slice(11, 16)).toBe(closes);
    expect(hours.closesAt < now).toBe(true);
  });
});
