import * as z from 'zod/mini';
import { LocationIdSchema, Timestamp, UserId } from '../base/common.ts';

/** All of Nigeria's register is a quarter of this, not compressed. */
export const MAX_REGISTER_BYTES = 64 * 1024 * 1024;
/** The columns that the header of a register must have; others are ignored. */
export const REGISTER_COLUMNS = ['pu_code', 'state', 'lga', 'ward', 'polling_unit', 'registered_2023'] as const;

const places = z.object({ wards: z.number(), pollingUnits: z.number() });

/** What a register import did with the places in the file: those already the same were left. */
export const ImportCounts = z.object({ rows: z.number(), added: places, changed: places, left: places });
export type ImportCounts = z.infer<typeof ImportCounts>;

export const ImportLineError = z.object({ line: z.number(), message: z.string() });
export type ImportLineError = z.infer<typeof ImportLineError>;

/** `waiting`: the file was checked and waits for somebody to import it; `discarded`: they did not want to. */
export const IMPORT_STATES = ['reading', 'checking', 'waiting', 'storing', 'completed', 'failed', 'discarded'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** True while the server is at work on it: `waiting` waits for a person. */
export const isRunning = (state: ImportState): boolean =>
  state === 'reading' || state === 'checking' || state === 'storing';

/** An import as it goes on; `done` is the share of the work behind it, 0 to 1. */
export const ImportProgress = z.object({
  id: z.uuid(),
  state: z.enum(IMPORT_STATES),
  done: z.number(),
  rows: z.number(),
  counts: z.nullable(ImportCounts),
  /** `count` lines are wrong; `lines` holds the first thousand of them. */
  error: z.nullable(
    z.object({ code: z.string(), message: z.string(), count: z.number(), lines: z.array(ImportLineError) }),
  ),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

/** An import with where it comes from; `can` says what the reader may do with it now. */
export const RegisterImport = z.extend(ImportProgress, {
  fileName: z.string(),
  /** Null for one that was started on the server itself. */
  startedBy: z.nullable(z.object({ id: UserId, name: z.string() })),
  createdAt: Timestamp,
  endedAt: z.nullable(Timestamp),
  /** The version of the tree that the file was compared with: another one, another preview. */
  checkedWith: z.nullable(z.number()),
  can: z.object({ store: z.boolean(), discard: z.boolean() }),
});
export type RegisterImport = z.infer<typeof RegisterImport>;

/** The latest imports, newest first; their `error` leaves the lines out. */
export const RegisterImportList = z.object({ imports: z.array(RegisterImport) });
export type RegisterImportList = z.infer<typeof RegisterImportList>;

/** The answer to an upload: where its progress can be read. */
export const ImportStarted = z.object({ id: z.uuid() });
export type ImportStarted = z.infer<typeof ImportStarted>;

/** The kinds of change that a preview lists. */
export const CHANGE_KINDS = ['added', 'renamed', 'registered', 'missing'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One place of a preview; `before` and `after` are names, or numbers of registered voters, and null where there is none. */
export const RegisterChange = z.object({
  id: LocationIdSchema,
  type: z.enum(['ward', 'polling_unit']),
  code: z.string(),
  name: z.string(),
  /** Ward, LGA and state that it lies in. */
  where: z.string(),
  before: z.nullable(z.union([z.string(), z.number()])),
  after: z.nullable(z.union([z.string(), z.number()])),
});
export type RegisterChange = z.infer<typeof RegisterChange>;

const changes = <T extends z.ZodMiniType>(count: T) => z.object({ count, sample: z.array(RegisterChange) });

/**
 * What an import of the file would do to the tree as it is now. `counts` is what the import will answer; a unit that gets
 * another name and another number of voters stands in both lists but is one change in the counts. `missing` are places of
 * the file's states that the file does not name: they stay as they are. Samples hold the first of each kind in the order
 * of the codes, wards before their units.
 */
export const RegisterPreview = z.object({
  counts: ImportCounts,
  added: changes(places),
  renamed: changes(places),
  registered: changes(z.object({ pollingUnits: z.number() })),
  missing: changes(
    z.extend(places, {
      /** Of the missing units, those in wards that the file names, in other wards of its LGAs, and elsewhere in its states. */
      inWards: z.number(),
      inLgas: z.number(),
      inStates: z.number(),
    }),
  ),
  /** Lines that cannot be imported; while there is one, nothing can. */
  refused: z.object({ count: z.number(), lines: z.array(ImportLineError) }),
});
export type RegisterPreview = z.infer<typeof RegisterPreview>;

/** How long a register that was checked waits for somebody to decide on it, and its file with it. */
export const IMPORT_KEPT_MS = 24 * 3_600_000;
