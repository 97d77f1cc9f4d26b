import { expect, it } from 'vitest';
import { DEFAULT_PARTIES, OTHERS, PARTIES } from '../elections/parties.ts';
import { checkDigit, resultSms, SMS_LENGTH, smsParty, smsUnit } from './sms.ts';

const ALL = Object.keys(PARTIES);

it.each([
  ['572', 4],
  ['241105003', 2],
  ['010101001', 9],
  ['370604120', 2],
])('the check digit of %s is %d', (digits, check) => {
  expect(checkDigit(digits)).toBe(check);
  expect(checkDigit(`${digits}${check}`)).toBe(0);
});

it('every wrong digit of a unit and every swap of neighbours is found', () => {
  const right = smsUnit('24-11-05-003');
  expect(right).toBe('2411050032');
  for (let at = 0; at < right.length; at += 1) {
    for (const digit of '0123456789') {
      const wrong = right.slice(0, at) + digit + right.slice(at + 1);
      expect(checkDigit(wrong) === 0).toBe(wrong === right);
    }
    const swapped = right.slice(0, at) + (right[at + 1] ?? '') + (right[at] ?? '') + right.slice(at + 2);
    expect(checkDigit(swapped) === 0).toBe(swapped === right);
  }
});

it('a result is one line with the valid votes as its control total', () => {
  const votes = { APC: 120, LP: 98, PDP: 45, NNPP: 2, [OTHERS]: 7 };
  const figures = { registeredVoters: 522, accreditedVoters: 310, voidVotes: 4, votes };
  expect(resultSms('24-11-05-003', figures, ['APC', 'LP', 'PDP', 'NNPP'])).toBe(
    'EC 2411050032 R522 A310 J4 APC120 LP98 PDP45 NNPP2 OT7 T272',
  );
  expect(resultSms('24-11-05-003', { ...figures, registeredVoters: null, votes: {} }, DEFAULT_PARTIES)).toBe(
    'EC 2411050032 A310 J4 APC0 PDP0 LP0 NNPP0 T0',
  );
});

it('18 parties of two digits fit one part; larger ones leave out who has no votes, and say so', () => {
  const votes = (value: number) => Object.fromEntries(ALL.map((party) => [party, value]));
  const figures = { registeredVoters: 750, accreditedVoters: 700, voidVotes: 4 };
  const two = resultSms('24-11-05-003', { ...figures, votes: votes(20) }, ALL);
  expect(two.length).toBeLessThanOrEqual(SMS_LENGTH);
  expect(two).not.toMatch(/ Z$/);
  const few = { ...votes(0), APC: 1100, LP: 1200, PDP: 1300, ADC: 1400, NNPP: 1000, APGA: 1500, [OTHERS]: 0 };
  expect(resultSms('24-11-05-003', { ...figures, votes: few }, [...ALL, 'VERYLONGPRTY', 'OTHERPARTY'])).toMatch(
    /T7500 Z$/,
  );
});

it('no party is mistaken for another figure', () => {
  expect(smsParty('A')).toBe('ACCORD');
  const names = ALL.map(smsParty);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(['R', 'A', 'J', 'T', 'P', 'Z', 'OT', 'EC']).not.toContain(name);
});
