import * as z from 'zod/mini';

/** A validation error of one field. */
export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** The body of every error answer. */
export const ErrorBody = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
  fields: z.optional(z.array(FieldError)),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
