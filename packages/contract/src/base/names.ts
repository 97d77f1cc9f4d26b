import * as z from 'zod/mini';
import { unseenIsNone } from './common.ts';

/**
 * Invisible characters, line breaks and direction marks: control and format characters (zero-width ones, U+202A to U+202E, U+2066 to U+2069, soft
 * hyphen, tags), line separators, and Default_Ignorable characters. No Nigerian language needs one: Hausa, Igbo and Yoruba use combining marks, and
 * names in Ajami join without U+200C and U+200D. Emoji variation selectors (U+FE0E, U+FE0F) are allowed.
 */
const HIDDEN = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const HIDDEN_CHARACTERS = 'This holds characters that cannot be seen. Type it instead of pasting it';

/** True for text with invisible characters or direction marks. */
export const hidesCharacters = (text: string): boolean => HIDDEN.test(text);

/** The canonical form of a name: NFC, single spaces, trimmed. Equal names are then equal texts. */
export const plainSpelling = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim();

/** Removes invisible characters from names that cannot be refused, such as those of a register or a file. */
export const withoutHidden = (text: string): string => plainSpelling(text.replaceAll(new RegExp(HIDDEN, 'gu'), ''));

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** The checks of every name and title: canonical, one line, no invisible characters; text without visible characters is empty. */
export const nameChecks = () =>
  [
    z.overwrite<string>(plainSpelling),
    unseenIsNone(),
    z.refine<string>((text) => !BREAKS.test(text), 'Write it on one line'),
    z.refine<string>((text) => BREAKS.test(text) || !hidesCharacters(text), HIDDEN_CHARACTERS),
  ] as const;

/** A required name or title. */
export const requiredName = (longest: number, missing: string) =>
  z
    .string(missing)
    .check(...nameChecks(), z.minLength(1, missing), z.maxLength(longest, `Enter at most ${longest} characters`));
