import * as z from 'zod/mini';
import { AreaReference, ElectionId, FileId, PersonLink, ResultId, Timestamp } from '../base/common.ts';
import type { Endpoints } from '../base/endpoint.ts';
import { ImportLineError } from '../geography/register-import.ts';
import { ResultStatus } from '../results/schemas.ts';
import { CollatedFigures, CollationPlace, sentCell } from './schemas.ts';

/** What the results portal shows for a unit: no sheet, one that cannot be read, that of another unit, or figures. */
export const PUBLISHED_STATES = ['absent', 'blurred', 'wrong_unit', 'figures'] as const;
export const PublishedState = z.enum(PUBLISHED_STATES);
export type PublishedState = z.infer<typeof PublishedState>;

const needed = 'Enter the figures of the published sheet';
export const EnterPublishedRequest = z
  .strictObject({
    electionId: ElectionId,
    pollingUnitId: AreaReference,
    state: PublishedState,
    /** With state `figures` alone; absent and null are blank. */
    figures: z.optional(
      z.strictObject({
        registered: sentCell,
        accredited: sentCell,
        votes: z.record(z.string().check(z.maxLength(20)), sentCell),
        rejected: sentCell,
      }),
    ),
    note: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
    /** The scan, uploaded before (POST /collations/files). */
    sheetFileId: z.optional(z.nullable(FileId)),
  })
  .check(
    z.refine(({ state, figures }) => (state === 'figures') === (figures !== undefined), {
      error: needed,
      path: ['figures'],
    }),
  );
export type EnterPublishedRequest = z.infer<typeof EnterPublishedRequest>;

export const PublishedSheet = z.object({
  state: PublishedState,
  figures: z.nullable(CollatedFigures),
  note: z.nullable(z.string()),
  sheetFileId: z.nullable(FileId),
  enteredBy: PersonLink,
  enteredAt: Timestamp,
});
export type PublishedSheet = z.infer<typeof PublishedSheet>;

/** The published sheet of a unit beside our own; the two are never added or mixed. */
export const PublishedComparison = z.object({
  unit: CollationPlace,
  parties: z.array(z.string()),
  /** Null while the portal has not been checked. */
  published: z.nullable(PublishedSheet),
  /** Earlier entries, the newest first. */
  earlier: z.array(PublishedSheet),
  own: z.nullable(z.object({ resultId: ResultId, status: ResultStatus, figures: CollatedFigures })),
  /** Every field of both; `differs` only where both are known. */
  fields: z.array(
    z.object({
      name: z.string(),
      published: z.nullable(z.number()),
      own: z.nullable(z.number()),
      differs: z.boolean(),
    }),
  ),
  can: z.object({ enter: z.boolean() }),
});
export type PublishedComparison = z.infer<typeof PublishedComparison>;

/** A file has a line a unit: the largest state has some 13,300. */
export const MAX_PUBLISHED_FILE = 3_000_000;

/** The columns of a file beside those of the parties; only the first is needed. */
export const PUBLISHED_COLUMNS = ['unit_code', 'status', 'registered', 'accredited', 'rejected', 'note'] as const;

export const ImportPublishedRequest = z.strictObject({
  electionId: ElectionId,
  /** The text of a CSV file with the column unit_code, the others of PUBLISHED_COLUMNS, and one for each party. */
  text: z.string().check(z.minLength(1, 'The file is empty'), z.maxLength(MAX_PUBLISHED_FILE)),
  /** False: say what the file holds, and store nothing. */
  store: z.boolean(),
});
export type ImportPublishedRequest = z.infer<typeof ImportPublishedRequest>;

/** What a file of published sheets holds, or the lines to mend; with a refused line nothing is stored. */
export const PublishedImport = z.object({
  stored: z.boolean(),
  rows: z.number(),
  /** Units of the file by what the portal shows of them. */
  states: z.record(PublishedState, z.number()),
  /** Units of which nothing was held, of which something else was, and that stand as they are. */
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** Parties on the ballot without a column: their votes stay blank. */
  absent: z.array(z.string()),
  refused: z.object({ count: z.number(), lines: z.array(ImportLineError) }),
});
export type PublishedImport = z.infer<typeof PublishedImport>;

export const PUBLISHED_ENDPOINTS = {
  'POST /collations/published/import': {
    summary: 'Preview or import what the portal publishes of many units (text of a CSV file)',
    body: ImportPublishedRequest,
    answer: PublishedImport,
  },
  'GET /collations/published': {
    summary: 'What the portal publishes of a unit, field by field beside our own sheet',
    query: z.object({ electionId: ElectionId, pollingUnitId: AreaReference }),
    answer: PublishedComparison,
  },
  'PUT /collations/published': {
    summary: 'Enter what the portal publishes of a unit',
    body: EnterPublishedRequest,
    answer: PublishedComparison,
  },
} satisfies Endpoints;
