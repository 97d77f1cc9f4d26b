import { PASSWORD_FLOOR } from '@ec/contract/auth/schemas';
import type { Settings } from '@ec/contract/settings/schemas';
import { asLetters, isCommonPassword } from './common-passwords.ts';
import { AppError } from '../http/errors.ts';

/** Whose password it is to be, as far as that is known. */
export interface PasswordOwner {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  email?: string | null | undefined;
}

/** Words that whoever guesses at this product tries; the organisation's name for it comes besides. */
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

/** Fewer signs than these beside what is known add nothing worth guessing at; a run of digits counts as one. */
const LEAST_OF_ITS_OWN = 4;

/** Whether hardly anything is left of the password when the words are taken out of it. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const byLength = words.toSorted((a, b) => b.length - a.length);
  const rest = byLength.reduce((left, word) => left.replaceAll(word, ' '), password);
  if (rest === password) return false;
  return rest.replaceAll(/\d+/g, '0').replaceAll(/[^\p{L}\d]/gu, '').length < LEAST_OF_ITS_OWN;
}

/** What the password is made of that is known about its owner or this product; undefined where it stands on its own. */
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
 * Refuses a new password that is too short for the organisation, among those that are tried first, or made of what is known
 * about its owner. `path` is its field. Who is not proven to be the owner is to be told nothing that hangs on more than they typed.
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
