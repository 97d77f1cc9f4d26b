import * as z from 'zod/mini';
import { unseenIsNone } from './common.ts';

/**
 * Characters that show nothing, break the line or turn the direction of writing: controls and format characters (zero-width
 * ones, U+202A to U+202E, U+2066 to U+2069, soft hyphen, tags), separators of lines, and all that Unicode says is drawn as nothing. No
 * Nigerian language needs one: the marks of Hausa, Igbo and Yoruba are combining marks, and names in Ajami join without
 * U+200C and U+200D. The signs that choose how an emoji is drawn (U+FE0E, U+FE0F) pass.
 */
const HIDDEN = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const HIDDEN_CHARACTERS = 'This holds characters that cannot be seen. Type it instead of pasting it';

/** True for text that holds characters which show nothing or steer the writing. */
export const hidesCharacters = (text: string): boolean => HIDDEN.test(text);

/** The one form of a name: composed letters (NFC), plain spaces, none at the ends. Equal names are then equal texts. */
export const plainSpelling = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();

/** For names that others wrote and that cannot be refused, such as those of a register or a file: what is hidden is taken out. */
export const withoutHidden = (text: string): string => plainSpelling(text.replaceAll(new RegExp(HIDDEN, 'gu'), ''));

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The checks of every name and title: one spelling, one line, nothing hidden; what shows nothing at all is none. */
export const nameChecks = () =>
  [
    z.overwrite<string>(plainSpelling),
    unseenIsNone(),
    z.refine<string>((text) => !BREAKS.test(text), 'Write it on one line'),
    z.refine<string>((text) => BREAKS.test(text) || !hidesCharacters(text), HIDDEN_CHARACTERS),
  ] as const;

/** A name or title that must be given. */
export const requiredName = (longest: number, missing: string) =>
  z
    .string(missing)
    .check(...nameChecks(), z.minLength(1, missing), z.maxLength(longest, `Enter at most ${longest} characters`));
