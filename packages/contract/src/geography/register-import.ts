import * as z from 'zod/mini';
import { LocationIdSchema, Timestamp, UserId } from '../base/common.ts';

/** The uncompressed register of all Nigeria has a quarter of this size. */
export const MAX_REGISTER_BYTES = 64 * 1024 * 1024;
/** The required columns of a register; others are ignored. */
export const REGISTER_COLUMNS = ['pu_code', 'state', 'lga', 'ward', 'polling_unit', 'registered_2023'] as const;

const places = z.object({ wards: z.number(), pollingUnits: z.number() });

/** What an import did with the places in the file; equal places are unchanged. */
export const ImportCounts = z.object({
  rows: z.number(),
  added: places,
  changed: places,
  left: places,
  /** Placeholders: those that the file gave their names, and those of its states that it does not contain. */
  placeholders: z.optional(z.object({ takenOver: places, left: places })),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportLineError = z.object({ line: z.number(), message: z.string() });
export type ImportLineError = z.infer<typeof ImportLineError>;

/** So many bad lines of a file are listed; all are counted. */
export const MOST_LINES_LISTED = 1000;
/** The bad lines of a file; a single one prevents its import. */
export const RefusedLines = z.object({ count: z.number(), lines: z.array(ImportLineError) });
export type RefusedLines = z.infer<typeof RefusedLines>;

export const noneRefused = (): RefusedLines => ({ count: 0, lines: [] });

export function refuseLine(refused: RefusedLines, line: number, message: string): void {
  refused.count += 1;
  if (refused.lines.length < MOST_LINES_LISTED) refused.lines.push({ line, message });
}

/** Bad lines that were found at different times, in the order of the file. */
export function allRefused(...found: readonly RefusedLines[]): RefusedLines {
  const lines = found.flatMap((refused) => refused.lines).toSorted((a, b) => a.line - b.line);
  return { count: found.reduce((sum, { count }) => sum + count, 0), lines: lines.slice(0, MOST_LINES_LISTED) };
}

/** `waiting`: the file is checked and waits for a decision; `discarded`: it was rejected. */
export const IMPORT_STATES = ['reading', 'checking', 'waiting', 'storing', 'completed', 'failed', 'discarded'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** True while the server works on it; `waiting` waits for a user. */
export const isRunning = (state: ImportState): boolean =>
  state === 'reading' || state === 'checking' || state === 'storing';

/** Why an import failed. */
export const ImportFailure = z.extend(RefusedLines, { code: z.string(), message: z.string() });
export type ImportFailure = z.infer<typeof ImportFailure>;

/** How the import of a file stands; `done` is a share from 0 to 1. */
export const ImportStanding = z.object({
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  done: z.number(),
  /** Lines below the header. */
  rows: z.number(),
  error: z.nullable(ImportFailure),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
});
export type ImportStanding = z.infer<typeof ImportStanding>;

/** What an import is made of: a file of the register, or INEC's counts of wards and polling units. */
export const IMPORT_KINDS = ['register', 'placeholders'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** An import with its origin; `can` says what the reader can do with it now. */
export const RegisterImport = z.extend(ImportStanding, {
  id: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  counts: z.nullable(ImportCounts),
  /** Null if it was started by a command on the server. */
  startedBy: z.nullable(z.object({ id: UserId, name: z.string() })),
  /** The version of the tree that the file was compared with; a new version needs a new preview. */
  checkedWith: z.nullable(z.number()),
  can: z.object({ store: z.boolean(), discard: z.boolean() }),
});
export type RegisterImport = z.infer<typeof RegisterImport>;

/** The latest imports, newest first; their `error` has no lines. */
export const RegisterImportList = z.object({ imports: z.array(RegisterImport) });
export type RegisterImportList = z.infer<typeof RegisterImportList>;

/** The answer to an upload: the id for reading its progress. */
export const ImportStarted = z.object({ id: z.uuid() });
export type ImportStarted = z.infer<typeof ImportStarted>;

/** The kinds of change in a preview. */
export const CHANGE_KINDS = ['added', 'renamed', 'registered', 'missing'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One place of a preview; `before` and `after` are names or numbers of registered voters, null if there is none. */
export const RegisterChange = z.object({
  id: LocationIdSchema,
  type: z.enum(['ward', 'polling_unit']),
  code: z.string(),
  name: z.string(),
  /** The ward, LGA and state of the place. */
  where: z.string(),
  before: z.nullable(z.union([z.string(), z.number()])),
  after: z.nullable(z.union([z.string(), z.number()])),
});
export type RegisterChange = z.infer<typeof RegisterChange>;

const changes = <T extends z.ZodMiniType>(count: T) => z.object({ count, sample: z.array(RegisterChange) });

/**
 * What an import of the file would do to the present tree. `counts` is the future answer of the import; a unit with a new name and a new number of
 * voters is in both lists but is one change in the counts. `missing`: places of the file's states that the file does not contain; they stay
 * unchanged. Samples hold the first of each kind by code, wards before their units.
 */
export const RegisterPreview = z.object({
  counts: ImportCounts,
  added: changes(places),
  renamed: changes(places),
  registered: changes(z.object({ pollingUnits: z.number() })),
  missing: changes(
    z.extend(places, {
      /** Missing units by place: in wards of the file, in other wards of its LGAs, and elsewhere in its states. */
      inWards: z.number(),
      inLgas: z.number(),
      inStates: z.number(),
    }),
  ),
  refused: RefusedLines,
});
export type RegisterPreview = z.infer<typeof RegisterPreview>;

/** How long a checked register and its file wait for a decision. */
export const IMPORT_KEPT_MS = 24 * 3_600_000;
