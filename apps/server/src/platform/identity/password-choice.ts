import { PASSWORD_FLOOR } from '@ec/contract/auth/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import { asLetters, isCommonPassword } from './common-passwords.ts';
import { AppError } from '../http/errors.ts';

/** The owner of the password, as far as known. */
export interface PasswordOwner {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** Words of this product that attackers try; the organisation's name is added. */
const PRODUCT_WORDS = (
  'election elections console vote votes voting voter result results polling unit ward state region national nigeria naija inec ' +
  'collation officer admin administrator moderator super password pass'
).split(' ');

const wordsOf = (text: string | null | undefined): string[] =>
  asLetters(text ?? '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word.length > 2);

function phoneForms(phone: string | null | undefined): string[] {
  const digits = phone?.replaceAll(/\D/g, '') ?? '';
  const local = digits.replace(/^234/, '');
  return local.length < 7 ? [] : [`234${local}`, `0${local}`, local];
}

/** A password needs this many characters besides known words; a run of digits counts as one. */
const LEAST_OF_ITS_OWN = 4;

/** Whether too little of the password remains without these words. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const byLength = words.toSorted((a, b) => b.length - a.length);
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ' '), password);
  if (rest === password) return false;
  return rest.replaceAll(/\d+/g, '0').replaceAll(/[^\p{L}\d]/gu, '').length < LEAST_OF_ITS_OWN;
}

/** Which known fact about the owner or the product the password consists of; undefined if none. */
function sourceOf(password: string, owner: PasswordOwner, systemName: string): string | undefined {
  const plain = asLetters(password);
  const local = owner.email?.split('@')[0];
  const sources: [what: string, text: string, words: string[]][] = [
    ['a phone number', password, phoneForms(owner.phone)],
    ['a name', plain, wordsOf(owner.name)],
    ['an e-mail address', plain, wordsOf(local)],
    ['what this product is about', plain, [...PRODUCT_WORDS.map(asLetters), ...wordsOf(systemName)]],
  ];
  const all = sources.flatMap(([, , words]) => words);
  const found = sources.find(([, text, words]) => isMadeOf(text, words));
  return found?.[0] ?? (isMadeOf(plain, all) ? 'a name and what this product is about' : undefined);
}

const at = (error: AppError, path: string): AppError => error.at({ path, message: error.message });

/**
 * Throws PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON or PASSWORD_TOO_PERSONAL for a new password; `path` is its field. If the caller is not proven to be
 * the owner, pass only what the caller typed, because the error reveals what it was compared with.
 */
export function requireGoodPassword(
  password: string,
  { settings, owner, path = 'newPassword' }: { settings: Settings; owner: PasswordOwner; path?: string },
): void {
  const n = Math.max(PASSWORD_FLOOR, settings.security.passwordMinLength);
  if (password.length < n) throw at(new AppError('PASSWORD_TOO_SHORT', { n }), path);
  if (isCommonPassword(password)) throw at(new AppError('PASSWORD_TOO_COMMON'), path);
  const what = sourceOf(password, owner, settings.general.systemName);
  if (what !== undefined) throw at(new AppError('PASSWORD_TOO_PERSONAL', { what }), path);
}
