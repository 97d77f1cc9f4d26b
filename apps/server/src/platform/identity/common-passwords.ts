import { dictionary } from '@zxcvbn-ts/language-common';

/** What hands put in the place of letters to make a password look harder; whoever guesses does the same. */
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

/** The password with such signs read as the letters that they stand for. */
export const asLetters = (password: string): string =>
  password.toLowerCase().replaceAll(/[@431!0$5]/g, (sign) => IN_PLACE[sign] ?? sign);

/** Without the numbers and signs before and after, by which a refused password is most often made another. */
const core = (password: string): string => password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** So many of the most common ones are refused also with numbers and signs around them. */
const MOST_COMMON = 10_000;

let lists: { all: ReadonlySet<string>; most: ReadonlySet<string> } | undefined;

/** Read when it is first needed: some 49,000 passwords of lists that were stolen and published. */
function known() {
  if (lists) return lists;
  const passwords = dictionary['passwords-common'].map(String);
  lists = { all: new Set(passwords), most: new Set(passwords.slice(0, MOST_COMMON)) };
  return lists;
}

/** Whether the password is among those that are tried first, perhaps dressed up a little (`P@ssw0rd2027!`). */
export function isCommonPassword(password: string): boolean {
  const { all, most } = known();
  const plain = password.toLowerCase();
  if (all.has(plain) || all.has(asLetters(password))) return true;
  if (/^(.)\1*$/u.test(plain)) return true;
  return [core(plain), core(asLetters(core(plain)))].some((bare) => bare.length > 3 && most.has(bare));
}
