import { describe, expect, it } from 'vitest';
import { parsePhone } from './phones.ts';

describe('parsePhone', () => {
  it.each([
    '08031234567',
    '2348031234567',
    '+2348031234567',
    '+234 803 123 4567',
    '002348031234567',
    '00 234 803 123 4567',
    '0803-123-4567',
    '(0803) 123.4567',
    '+234(0)803 123 4567',
    '  08031234567 ',
    '\u202a+234 803 123 4567\u202c',
    '0803\u00a0123\u00a04567',
  ])('reads %j as the one number it is', (text) => {
    expect(parsePhone(text)).toBe('+2348031234567');
  });

  it.each([
    ['07011234567', '+2347011234567'],
    ['09161234567', '+2349161234567'],
    ['08171234567', '+2348171234567'],
    ['07101234567', '+2347101234567'],
  ])('takes the mobile range of %s', (text, number) => {
    expect(parsePhone(text)).toBe(number);
  });

  it.each([
    ['', 'empty'],
    ['O8031234567', 'a letter O for the zero'],
    ['0803123456l', 'a letter l for the one'],
    ['08031234567 ext 5', 'an extension'],
    ['08031234567#4', 'a sign'],
    ['07001234567', '0700 is a universal access number'],
    ['08001234567', '0800 is toll-free'],
    ['09001234567', '0900 is premium rate'],
    ['0803123456', 'a digit short'],
    ['080312345678', 'a digit long'],
    ['012345678', 'a landline'],
    ['+447911123456', 'another country'],
    ['+', 'no digits'],
  ])('refuses %j: %s', (text) => {
    expect(parsePhone(text)).toBeUndefined();
  });
});
