import { dictionary } from '@zxcvbn-ts/language-common';

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
export const asLetters = (password: string): string =>
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
export function isCommonPassword(password: string): boolean {
  const { all, most } = known();
  const plain = password.toLowerCase();
  if (all.has(plain) || all.has(asLetters(password))) return true;
  if (/^(.)\1*$/u.test(plain)) return true;
  return [core(plain), core(asLetters(core(plain)))].some((bare) => bare.length > 3 && most.has(bare));
}
