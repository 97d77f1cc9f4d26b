import { expect, it } from 'vitest';
import { ERROR_CODES, ERRORS, errorText } from './errors.ts';
import { normaliseRole, ROLE_IDS } from '../permissions/roles.ts';

it.each(ERROR_CODES)('%s has a status, a whole sentence, and details for each blank in it', (code) => {
  const { status, text, details } = ERRORS[code];
  expect(status).toBeGreaterThanOrEqual(400);
  expect(text.length).toBeGreaterThan(10);
  const blanks = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  expect(Object.keys(details.def.shape)).toEqual(expect.arrayContaining(blanks));
});

it('fills the blanks of a sentence', () => {
  expect(errorText('PASSWORD_TOO_SHORT', { n: 8 })).toBe('Password must be at least 8 characters long');
});

it('leaves out the part in brackets without its detail', () => {
  expect(errorText('BAD_CREDENTIALS')).toBe('The phone number or the password is wrong.');
  expect(errorText('BAD_CREDENTIALS', { lockMinutes: 15 })).toBe(
    'The phone number or the password is wrong. One try is left before the account is locked for 15 minutes.',
  );
});

it('promises no code by SMS where no gateway may be set up', () => {
  const text = errorText('PASSWORD_OF_OWNER', { role: 'National Admin' });
  expect(text).toContain('sends a code to their phone where an SMS gateway is set up.');
});

it.each([
  ['SUPERADMIN', 'super_admin'],
  ['Super Admin', 'super_admin'],
  ['super-admin', 'super_admin'],
  [' POLLING_UNIT_OFFICER ', 'polling_unit_officer'],
  ['emperor', undefined],
  ['__proto__', undefined],
])('reads the role %j as %j', (spelling, role) => {
  expect(normaliseRole(spelling)).toBe(role);
});

it('has thirteen roles', () => {
  expect(ROLE_IDS).toHaveLength(13);
});
