import { PASSWORD_FLOOR } from '@ec/contract/auth/password-rule';
import type { Settings } from '@ec/contract/settings/schemas';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../http/errors.ts';

/** Common substitutions of letters (leetspeak), which attackers try too. */
const IN_PLACE: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

/** The password with the substitutions reversed. */
const asLetters = (password: string): string =>
  password.toLowerCase().replaceAll(/[@431!0$5]/g, (sign) => IN_PLACE[sign] ?? sign);

/** Without leading and trailing digits and signs, the usual way to change a refused password. */
const core = (password: string): string => password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** This many of the most common passwords are also refused with digits and signs around them. */
const MOST_COMMON = 10_000;

let lists: { all: ReadonlySet<string>; most: ReadonlySet<string> } | undefined;

/** Loaded on first use: about 49,000 passwords of published leaks. */
function known() {
  if (lists) return lists;
  const passwords = dictionary['passwords-common'].map(String);
  lists = { all: new Set(passwords), most: new Set(passwords.slice(0, MOST_COMMON)) };
  return lists;
}

/** Whether the password, or a simple variation of it (`P@ssw0rd2027!`), is in the list of common passwords. */
function isCommonPassword(password: string): boolean {
  const { all, most } = known();
  const plain = password.toLowerCase();
  if (all.has(plain) || all.has(asLetters(password))) return true;
  if (/^(.)\1*$/u.test(plain)) return true;
  return [core(plain), core(asLetters(core(plain)))].some((bare) => bare.length > 3 && most.has(bare));
}

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

/** The minimum length of new passwords in characters. */
export const leastLength = ({ security }: Settings): number => Math.max(PASSWORD_FLOOR, security.passwordMinLength);

/**
 * Throws PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON or PASSWORD_TOO_PERSONAL for a new password; `path` is its field. If the caller is not proven to be
 * the owner, pass only what the caller typed, because the error reveals what it was compared with.
 */
export function requireGoodPassword(
  password: string,
  { settings, owner, path = 'newPassword' }: { settings: Settings; owner: PasswordOwner; path?: string },
): void {
  const n = leastLength(settings);
  if (password.length < n) throw new AppError('PASSWORD_TOO_SHORT', { n }).atField(path);
  if (isCommonPassword(password)) throw new AppError('PASSWORD_TOO_COMMON').atField(path);
  const what = sourceOf(password, owner, settings.general.systemName);
  if (what !== undefined) throw new AppError('PASSWORD_TOO_PERSONAL', { what }).atField(path);
}
