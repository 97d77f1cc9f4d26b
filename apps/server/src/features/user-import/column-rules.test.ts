import { describe, expect, it } from 'vitest';
import { plainCode, readColumns, sameName, separatorOf } from './file-rules.ts';

describe('headings', () => {
  it.each([
    [['name', 'phone', 'pu_code'], { name: 0, phone: 1, pu_code: 2 }],
    [['PU Code', ' Phone Number', 'E-mail', 'FULL NAME'], { pu_code: 0, phone: 1, email: 2, name: 3 }],
    [
      ['S/N', 'State', 'LGA', 'Ward', 'Polling Unit', 'Name', 'Phone'],
      { state: 1, lga: 2, ward: 3, polling_unit: 4, name: 5, phone: 6 },
    ],
  ])('%j are found in any order and case', (headings, columns) => {
    expect(readColumns(headings, 'polling_unit_officer')).toEqual(columns);
  });

  it.each([
    ['polling_unit_officer', ['phone', 'state'], /missing: name; pu_code \(or state, lga, ward and polling_unit\)/],
    ['ward_admin', ['name', 'phone', 'pu_code'], /missing: ward_code \(or state, lga and ward\)/],
    ['gpuo', ['name', 'Name', 'phone', 'pu_code'], /column name stands twice/],
    ['gpuo', Array.from({ length: 300 }, (_, index) => `c${index}`), /300 columns, and at most 100/],
  ] as const)('for %s, %j are refused', (role, headings, message) => {
    expect(readColumns(headings, role)).toMatch(message);
  });

  it.each([
    ['name,phone', ','],
    ['name;phone;"a,b,c,d"', ';'],
    ['name\tphone', '\t'],
    ['name', ','],
  ])('%j is separated by %j', (line, mark) => expect(separatorOf(line)).toBe(mark));
});

describe('places as people write them', () => {
  it('are recognised by name in any case and spacing, and by code with dashes or slashes', () => {
    expect(sameName('Federal Capital Territory', ' fct')).toBe(true);
    expect(sameName('Ajeromi/Ifelodun', 'AJEROMI/IFELODUN ')).toBe(true);
    expect(sameName('Ikeja', 'Ikej')).toBe(false);
    expect(sameName('constructor', 'Constructor')).toBe(true);
    expect(sameName('Ikeja', 'constructor')).toBe(false);
    expect(plainCode(' 24/11/05/003 ')).toBe('24-11-05-003');
  });
});
