import * as z from 'zod/mini';

/** What is filled in where, from the unit up. `state` is the constituency where the election is held in constituencies. */
export const FORM_LEVELS = ['polling_unit', 'ward', 'lga', 'state', 'nation', 'declaration'] as const;
export type FormLevel = (typeof FORM_LEVELS)[number];

const code = z.optional(z.string());
/** The code of the form at each level that has one, as printed on the paper. Every election has a sheet. */
export const FormCodes = z.object({
  polling_unit: z.string(),
  ward: code,
  lga: code,
  state: code,
  nation: code,
  declaration: code,
});
export type FormCodes = z.infer<typeof FormCodes>;

/** Forms of several elections on one day differ by a suffix. */
const chain = (suffix: string): FormCodes => ({
  polling_unit: `EC8A${suffix}`,
  ward: `EC8B${suffix}`,
  lga: `EC8C${suffix}`,
  state: `EC8D${suffix}`,
  declaration: `EC8E${suffix}`,
});

/**
 * The codes by election type, as INEC uses them as far as known: no suffix for President and Governor, (I) for Senate and State Assembly,
 * (II) for the House of Representatives. Only a presidential election is collated for the nation. National admins correct them by the paper.
 */
export const DEFAULT_FORM_CODES = {
  presidential: { ...chain(''), nation: 'EC8DA' },
  gubernatorial: chain(''),
  senatorial: chain('(I)'),
  house_of_representatives: chain('(II)'),
  state_assembly: chain('(I)'),
  local_government: { polling_unit: 'EC8A', ward: 'EC8B', lga: 'EC8C', declaration: 'EC8E' } as FormCodes,
} as const satisfies Record<string, FormCodes>;

/** The codes of an election type: the corrected ones, otherwise the usual ones. */
export function formCodesOf(type: keyof typeof DEFAULT_FORM_CODES, corrected: Partial<FormCodes>): FormCodes {
  return { ...DEFAULT_FORM_CODES[type], ...corrected };
}
