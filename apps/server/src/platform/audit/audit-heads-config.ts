import path from 'node:path';
import * as z from 'zod/mini';

/** Where the head of the audit chain is published every hour, out of reach of the database's owner. */
export interface AuditHeadsConfig {
  /** Absolute path of the file to which a line is appended. */
  file: string | undefined;
  /** E-mail addresses. */
  recipients: readonly string[];
}

const ADDRESS = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const splitAddresses = (text: string) => text.split(',').map((address) => address.trim());

/** The environment variables for the hourly heads. */
export const AUDIT_HEADS_VARIABLES = {
  AUDIT_HEADS_FILE: z.optional(
    z.pipe(
      z.string().check(z.refine((text) => path.isAbsolute(text), { error: 'must be the absolute path of a file' })),
      z.transform((text) => path.resolve(text)),
    ),
  ),
  AUDIT_HEADS_EMAIL: z._default(
    z.pipe(
      z.string().check(
        z.refine((text) => splitAddresses(text).every((address) => ADDRESS.test(address)), {
          error: 'must be e-mail addresses with commas between them',
        }),
      ),
      z.transform(splitAddresses),
    ),
    [],
  ),
};

const Variables = z.object(AUDIT_HEADS_VARIABLES);

/** The destinations of heads; undefined if they stay in the database. */
export function auditHeadsConfig(values: z.output<typeof Variables>): AuditHeadsConfig | undefined {
  const { AUDIT_HEADS_FILE: file, AUDIT_HEADS_EMAIL: recipients } = values;
  return file === undefined && recipients.length === 0 ? undefined : { file, recipients };
}
