import { expect, it } from 'vitest';
import { maskPhone } from './phones.ts';

it.each([
  ['+2348031234567', '0803 *** **67'],
  ['+2347011111199', '0701 *** **99'],
  ['0803 *** **67', '0803 *** **67'],
])('writes %s as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});
