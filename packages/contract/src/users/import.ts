import * as z from 'zod/mini';
import { Timestamp } from '../base/common.ts';
import { ImportLineError } from '../geography/register-import.ts';
import { RoleInput } from './schemas.ts';

/** Lines of "Name, Phone, LGA" for one role in one state: all are imported, or none. */
export const TextImportRequest = z.strictObject({
  importText: z
    .string('Please provide import text and select a state')
    .check(z.minLength(1, 'Please provide import text and select a state'), z.maxLength(200_000)),
  /** The state's id, code or name. */
  state: z
    .string('Please provide import text and select a state')
    .check(z.trim(), z.minLength(1, 'Please provide import text and select a state'), z.maxLength(60)),
  role: RoleInput,
});
export type TextImportRequest = z.infer<typeof TextImportRequest>;

export const TextImportAnswer = z.object({ imported: z.number(), errors: z.array(z.string()) });
export type TextImportAnswer = z.infer<typeof TextImportAnswer>;

/** The people of a text as they would be imported: with the place of their office, nothing stored. */
export const TextImportPreview = z.object({
  people: z.array(z.object({ line: z.number(), name: z.string(), phone: z.string(), place: z.string() })),
});
export type TextImportPreview = z.infer<typeof TextImportPreview>;

/** The roles that a file import can assign. */
export const FILE_IMPORT_ROLES = ['ward_admin', 'polling_unit_officer', 'gpuo', 'grassroot_puo'] as const;

/** A file import in progress; `done` is a share from 0 to 1. Refused rows are kept for 30 days with their reasons. */
export const UserImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  role: z.enum(FILE_IMPORT_ROLES),
  state: z.enum(['reading', 'checking', 'storing', 'completed', 'failed']),
  done: z.number(),
  rows: z.number(),
  accepted: z.number(),
  refused: z.number(),
  /** The first refused rows; the download has all of them. */
  refusals: z.array(ImportLineError),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
});
export type UserImport = z.infer<typeof UserImport>;
export const UserImportList = z.object({ imports: z.array(UserImport) });
export type UserImportList = z.infer<typeof UserImportList>;
/** The options of a file import; with `allOrNothing` no user is stored if any row is refused. */
export const FileImportRequest = z.strictObject({
  role: z.pipe(RoleInput, z.enum(FILE_IMPORT_ROLES, 'A file cannot give this role')),
  allOrNothing: z._default(
    z.pipe(
      z.enum(['true', 'false', '1', '0', '']),
      z.transform((text) => text === 'true' || text === '1'),
    ),
    false,
  ),
});
export type FileImportRequest = z.infer<typeof FileImportRequest>;

export const MAX_USER_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_USER_FILE_ROWS = 200_000;
/** A file with more columns is not a list of people. */
export const MAX_USER_FILE_COLUMNS = 100;

/** The columns of a file: required, naming the place, in the order of the template. */
export const UNIT_COLUMNS = ['name', 'phone', 'pu_code', 'state', 'lga', 'ward', 'polling_unit', 'email'] as const;
export const WARD_COLUMNS = ['name', 'phone', 'ward_code', 'state', 'lga', 'ward', 'email'] as const;
export type ImportColumn = (typeof UNIT_COLUMNS)[number] | (typeof WARD_COLUMNS)[number];

/** The columns for the role. */
export const importColumns = (role: (typeof FILE_IMPORT_ROLES)[number]): readonly ImportColumn[] =>
  role === 'ward_admin' ? WARD_COLUMNS : UNIT_COLUMNS;

export const UserImportStarted = z.object({ id: z.uuid() });
export type UserImportStarted = z.infer<typeof UserImportStarted>;
export const FileImportRole = z.enum(FILE_IMPORT_ROLES);
export type FileImportRole = (typeof FILE_IMPORT_ROLES)[number];
