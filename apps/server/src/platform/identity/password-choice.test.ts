import { DEFAULT_SETTINGS } from '@ec/contract/settings/schemas';
import { expect, it } from 'vitest';
import { AppError } from '../http/errors.ts';
import { requireGoodPassword } from './password-choice.ts';

const owner = { name: 'Adaobi Nwachukwu', phone: '+2348031234567', email: 'ada.nwa@example.org' };

function refusal(password: string, settings = DEFAULT_SETTINGS): [code: string, what: unknown] | undefined {
  try {
    requireGoodPassword(password, { settings, owner });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.fields).toEqual([{ path: 'newPassword', message: error.message }]);
    return [error.code, error.details['what']];
  }
}

it.each([
  'password1',
  '12345678',
  'QWERTYUIOP',
  'Sunshine!',
  'P@ssw0rd',
  'p@ssw0rd2027!',
  '!!liverpool1892!!',
  'aaaaaaaaaa',
  '1qaz2wsx3edc',
])('%s is among those that are tried first', (password) => {
  expect(refusal(password)?.[0]).toBe('PASSWORD_TOO_COMMON');
});

it.each([
  ['08031234567', 'a phone number'],
  ['2348031234567!', 'a phone number'],
  ['8031234567abc', 'a phone number'],
  ['adaobi-2027', 'a name'],
  ['Nwachukwu.Adaobi', 'a name'],
  ['4d40b1 1984', 'a name'],
  ['ada.nwa.99', 'an e-mail address'],
  ['Election-Console', 'what this product is about'],
  ['NigeriaVotes2027', 'what this product is about'],
  ['pollingunit-004', 'what this product is about'],
  ['adaobi-ward-admin', 'a name and what this product is about'],
])('%s is made of %s', (password, what) => {
  expect(refusal(password)).toEqual(['PASSWORD_TOO_PERSONAL', what]);
});

it('knows the name that the organisation gave the product', () => {
  const settings = { ...DEFAULT_SETTINGS, general: { ...DEFAULT_SETTINGS.general, systemName: 'Sokoto Watchroom' } };
  expect(refusal('watchroom-77')).toBeUndefined();
  expect(refusal('watchroom-77', settings)?.[0]).toBe('PASSWORD_TOO_PERSONAL');
});

it.each(['okra-soup-9', 'adaobi likes okra', 'harmattan7kettle', 'chosen by myself', 'a new long one', 'Ọlá-ńlá-ọjà'])(
  '%s is taken',
  (password) => {
    expect(refusal(password)).toBeUndefined();
  },
);

const least = (passwordMinLength: number) => ({
  ...DEFAULT_SETTINGS,
  security: { ...DEFAULT_SETTINGS.security, passwordMinLength },
});

it('a short one is refused for that first, by the setting and below six characters whatever it says', () => {
  expect(refusal('123456')?.[0]).toBe('PASSWORD_TOO_SHORT');
  expect(refusal('okra9', least(4))?.[0]).toBe('PASSWORD_TOO_SHORT');
  expect(refusal('okra-9', least(4))).toBeUndefined();
  expect(refusal('okra-soup-9', least(12))?.[0]).toBe('PASSWORD_TOO_SHORT');
});
