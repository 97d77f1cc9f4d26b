import { expect, it } from 'vitest';
import { isEmailAddress } from './schemas.ts';

it.each([
  ['ada@inec.gov.ng', true],
  ['ada.obi+pu@mail.example.org', true],
  ['ada@inec', false],
  ['ada obi@inec.gov.ng', false],
  ['@inec.gov.ng', false],
  [`${'a'.repeat(200)}@inec.gov.ng`, false],
  // Shown reversed, so that a second person would compare another address than the one that is stored.
  ['ada\u202Eok@inec.gov.ng', false],
  ['ada\u200Bok@inec.gov.ng', false],
])('%s is an address: %s', (text, is) => {
  expect(isEmailAddress(text)).toBe(is);
});
