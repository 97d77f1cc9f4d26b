import type { ElectionType } from '../elections/schemas.ts';
import { type FormLevel, formCodesOf } from '../form-codes/codes.ts';

/** The levels of forms above the polling unit, in the order in which figures move up. */
export const COLLATION_LEVELS = [
  'ward',
  'lga',
  'state',
  'nation',
  'declaration',
] as const satisfies readonly FormLevel[];
export type CollationLevel = (typeof COLLATION_LEVELS)[number];

/**
 * The levels that an election of the type is collated through: those that have a form. The `state` of an election held in constituencies is the
 * constituency: the form of a senatorial district or a federal or state constituency, with a row for each LGA part.
 */
export function chainOfType(type: ElectionType): CollationLevel[] {
  const codes = formCodesOf(type, {});
  return COLLATION_LEVELS.filter((level) => codes[level] !== undefined);
}

/** "Kano (Kano North, 20)": the place of a form with the constituency that it is for, and what else tells it from others. */
export function placeOfForm(area: string, ...marks: readonly (string | null | undefined)[]): string {
  const said = marks.filter(Boolean).join(', ');
  return said === '' ? area : `${area} (${said})`;
}

/** Codes are compared without blanks and in upper case. */
export const sameCode = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (code: string): string => code.replaceAll(/\s/g, '').toUpperCase();
