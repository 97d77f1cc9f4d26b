import * as z from 'zod/mini';
import { ElectionType } from '../elections/schemas.ts';
import type { Role } from '../permissions/roles.ts';
import { FORM_LEVELS, formCodesOf } from './codes.ts';

/** The roles that correct form codes. */
export const FORM_CODE_EDITORS = ['national_admin'] as const satisfies readonly Role[];

export const FormLevelSchema = z.enum(FORM_LEVELS);

/** A code as forms print it. */
export const PrintedCode = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^[A-Z]{2}\d{1,3}[A-Z]{0,3} ?(\([0-9A-Z]{1,4}\))?$/,
      'Give the code as printed on the form, such as EC8A or EC8A(I)',
    ),
  );

export const FormCode = z.object({
  electionType: ElectionType,
  level: FormLevelSchema,
  code: z.string(),
  /** The usual code; `code` is another one where it was corrected. */
  usual: z.string(),
});
export type FormCode = z.infer<typeof FormCode>;

export const FormCodesAnswer = z.object({
  /** By election type, from the polling unit up; a level without a form is absent. */
  formCodes: z.array(FormCode),
  /** Rises with each change; a change names the one that it began with. */
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type FormCodesAnswer = z.infer<typeof FormCodesAnswer>;

export const ChangeFormCodesRequest = z.strictObject({
  version: z.number().check(z.int(), z.minimum(0)),
  /** The codes to change; null returns to the usual one. */
  formCodes: z
    .array(
      z.strictObject({ electionType: ElectionType, level: FormLevelSchema, code: z.nullable(PrintedCode) }).check(
        z.refine(({ electionType, level }) => formCodesOf(electionType, {})[level] !== undefined, {
          error: 'Elections of this type have no form at this level',
          path: ['level'],
        }),
      ),
    )
    .check(
      z.minLength(1, 'Name at least one code'),
      z.maxLength(40),
      z.refine(
        (list) => new Set(list.map(({ electionType, level }) => `${electionType} ${level}`)).size === list.length,
        'A form is named twice',
      ),
    ),
});
export type ChangeFormCodesRequest = z.infer<typeof ChangeFormCodesRequest>;
