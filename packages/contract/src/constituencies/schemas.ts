import * as z from 'zod/mini';
import { AreaReference, ListQuery, LocationIdSchema } from '../base/common.ts';
import { requiredName } from '../base/names.ts';
import { RefusedLines } from '../geography/register-import.ts';
import { CONSTITUENCY_KINDS } from './kinds.ts';

export const ConstituencyKindSchema = z.enum(CONSTITUENCY_KINDS);

/** The kind and the register's number: `federal-4`. */
export const ConstituencyId = z.string().check(z.regex(/^(senatorial|federal|state)-[1-9]\d{0,6}$/));
export type ConstituencyId = z.infer<typeof ConstituencyId>;

export const Constituency = z.object({
  id: ConstituencyId,
  type: ConstituencyKindSchema,
  code: z.number(),
  name: z.string(),
  state: z.object({ id: LocationIdSchema, name: z.string() }),
  /** The LGAs that it has wards in; `part`: others of the LGA's wards belong to another one. */
  lgas: z.array(z.object({ id: LocationIdSchema, name: z.string(), part: z.boolean() })),
  wards: z.number(),
  units: z.number(),
  /** Of its units with known registered voters. */
  registered: z.number(),
});
export type Constituency = z.infer<typeof Constituency>;

/** Constituencies of one type with a ward in the area; in all own areas where none is named. `area` is the narrower one of the two. */
export const ConstituencyQuery = z.extend(ListQuery, {
  type: ConstituencyKindSchema,
  /** A state, or any other place. */
  state: z.optional(AreaReference),
  area: z.optional(AreaReference),
});

/** `unassigned`: how many wards of the same areas belong to no constituency of the kind. */
export const ConstituencyList = z.object({
  constituencies: z.array(Constituency),
  total: z.number(),
  unassigned: z.number(),
});
export type ConstituencyList = z.infer<typeof ConstituencyList>;

export const RenameConstituencyRequest = z.strictObject({ name: requiredName(200, 'Name is required') });

/** A file of wards has one line a ward; the largest known has 0.5 MB. */
export const MAX_WARDS_FILE = 2_000_000;

export const ImportConstituenciesRequest = z.strictObject({
  /** The text of a CSV file with the column ward_code and one to three of the columns of the kinds (KIND_COLUMNS). */
  text: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_WARDS_FILE)),
  /** False: say what would change, and change nothing. */
  store: z.boolean(),
});
export type ImportConstituenciesRequest = z.infer<typeof ImportConstituenciesRequest>;

const KindImport = z.object({
  kind: ConstituencyKindSchema,
  /** Constituencies that the file names, and how many of these are new. */
  constituencies: z.number(),
  added: z.number(),
  /** Wards that the file assigns, how many of these had no constituency, and how many had another one. */
  wards: z.number(),
  assigned: z.number(),
  moved: z.number(),
  /** Wards of the register without a constituency of the kind afterwards, and the first of them. */
  unassigned: z.object({ count: z.number(), wards: z.array(z.object({ code: z.string(), name: z.string() })) }),
});

/** What an import of constituencies changes; with a refused line nothing is stored. */
export const ConstituencyImport = z.object({
  stored: z.boolean(),
  rows: z.number(),
  kinds: z.array(KindImport),
  /** Kinds whose column the file lacks: they stay as they are. */
  absent: z.array(ConstituencyKindSchema),
  refused: RefusedLines,
  /** Drafts and scheduled elections whose covered wards change with it. */
  elections: z.array(z.string()),
});
export type ConstituencyImport = z.infer<typeof ConstituencyImport>;
